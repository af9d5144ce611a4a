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
  unkind: {
    hurtful: [
      '(?:olet|oot|sa olet|sina olet|mika|vitun|helvetin) (?:niin |ihan |todella |pelkka |oikea |vaan |vitun |helvetin )*(?:ruma|lihava|laski|tyhma|huora|lutka|idiootti|allottava|saalittava|arvoton|lehma|sika|luuseri|saasta|aasi|vammainen)',
      'huor[ai]\\p{L}*|lutk[ai]\\p{L}*|vitun (?:huora|lehma|idiootti|lutka|sika)|haista (?:vittu|paska)|painu (?:vittuun|helvettiin)|turpa kiinni|suu kiinni|tapa itsesi|kuole (?:pois|jo)|kukaan ei (?:halua|rakasta|kaipaa) sinua|vihaan sinua|kusipaa\\p{L}*|mulkku\\p{L}*|ammu itsesi',
    ],
    sexual: [
      '(?:laheta|nayta|laita) (?:minulle |mulle |joku |jotain |kuva |kuvia |sun |sinun )*(?:alaston\\p{L}*|alasti\\p{L}*|tissi\\p{L}*|rinta\\p{L}*|pillu\\p{L}*|perse\\p{L}*|nudet|nudeja|rintasi)|alastonkuv\\p{L}+|nudeja|munakuv\\p{L}+',
      'panna (?:sua|sinua|sut|mua)|pannaanko|nussi\\p{L}*|naida (?:sua|sinua)|(?:haluan|haluaisin|saanko|voinko) (?:nuolla|imea|panna|nussia|kosketella) (?:sua|sinua|sun|sinun|pillua|tisseja|sut)\\p{L}*|kullini|kulli\\p{L}*|kyrpa\\p{L}*|pillu\\p{L}*|tissisi|ime (?:mun|munaa|kyrpaa)|suihinot\\p{L}+|kiimai\\p{L}+|panettaa|oletko marka|(?:haluan|haluatko|etsin|haluaisitko|kaipaan) (?:vain )?seksia|seksia (?:kanssasi|kanssani|illalla|tanaan|heti|ilman)|runkk\\p{L}+|masturb\\p{L}+|kolmen kimp\\p{L}+',
    ],
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
