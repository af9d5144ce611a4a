import type { WordPatterns } from './shape.ts';

export const fi: WordPatterns = {
  streets: { endings: ['katu', 'tie'], before: [], after: [] },
  asksIfReal: [
    'oletko (?:sa |sina )?(?:ihan |oikeasti )?(?:oikea|aito|feikki|botti|ihminen|oikea ihminen|todellinen)',
    'onko tama (?:oikea|aito|feikki|valeprofiili)',
    'kenen kanssa (?:ma |mina )?(?:kirjoitan|juttelen|puhun)',
  ],
  claimsToBeReal: [
    '(?:ma |mina )?(?:oon|olen) (?:ihan )?(?:oikea|aito|todellinen|oikea ihminen)',
    'en ole (?:botti|feikki)',
  ],
  promisesMeeting: [
    '(?:tavataanko|nahdaanko|tavataan|nahdaan|haluan (?:tavata|nahda) sinut)',
    'tule (?:mun|minun) luo',
  ],
  tellsTruth: ['fiktiivi', 'keksitt'],
  minor: {
    phrases: ['olen (?:vielä )?(?:alaikäinen|alle 18)|käyn (?:vielä )?(?:yläkoulua|yläastetta)'],
    verbs: ['olen'],
    only: ['vasta'],
    years: ['vuotta'],
    saysYears: false,
    old: ['vanha'],
    counted: [],
  },
  fraud: {
    digits: [
      'nolla',
      'yksi',
      'kaksi',
      'kolme',
      'neljä',
      'nelja',
      'viisi',
      'kuusi',
      'seitsemän',
      'seitseman',
      'kahdeksan',
      'yhdeksän',
      'yhdeksan',
    ],
    asksForMoney: [
      '(?:laheta|lahettaa|lainaa|lainata|siirra) (?:minulle |mulle )?(?:vahan )?rahaa|tarvitsen rahaa|lahjakort\\p{L}+|sijoit\\p{L}+|tilisiirto|mobilepay',
    ],
    goesElsewhere: ['numeroni|numerosi|soita (?:minulle|mulle)|laita viestia|kirjoita (?:minulle|mulle)'],
  },
};
