import type { WordPatterns } from './shape.ts';

export const sv: WordPatterns = {
  streets: { endings: ['gatan', 'vägen'], before: [], after: [] },
  asksIfReal: [
    'ar (?:du|det har|detta) (?:verkligen |egentligen |en )?(?:akta|pa riktigt|fejk|falsk|en bot|bot|riktig|en riktig person|riktig person|fejkprofil)',
    'vem (?:skriver|pratar) jag (?:med|till)',
  ],
  claimsToBeReal: [
    'jag ar (?:faktiskt )?(?:akta|riktig|pa riktigt|en riktig (?:person|kvinna|man)|inte (?:fejk|en bot|falsk))',
  ],
  promisesMeeting: [
    '(?:ska vi|kan vi|lat oss|jag vill) (?:ses|traffas|traffa dig|motas)',
    'kom (?:hem )?till mig',
  ],
  tellsTruth: ['fiktiv', 'uppdiktad'],
  minor: {
    phrases: ['jag är (?:fortfarande )?minderårig|jag går (?:fortfarande )?i (?:gymnasiet|högstadiet)'],
    verbs: ['jag är'],
    only: ['bara'],
    years: ['år'],
    saysYears: false,
    old: ['gammal'],
    counted: [],
  },
  unkind: {
    hurtful: [
      '(?:du ar|ar du|du|vilken|din|javla) (?:sa |bara |en |ett |verkligen |ju |jakla |javla |riktigt |fula |feta |dumma )*(?:ful|fula|fet|feta|dum|dumma|slampa|fitta|idiot|acklig|patetisk|vardelos|ko|gris|subba|luder|mes|miffo|loser|efterbliven)',
      '(?:en|din|javla|fula|ackliga) hora|horor|slampor?|fittor?|luder|subba|javla (?:hora|fitta|ko|idiot|apa|karring)|hall (?:kaften|mun|truten)|dra at helvete|far at helvete|fuck you|stick och do|ta livet av dig|do(?:g)? (?:bara|nagon gang)|ingen (?:vill ha|alskar|gillar) dig|jag hatar dig|din (?:ackliga|javel|cp|fitta)|knulla dig sjalv',
    ],
    sexual: [
      '(?:skicka|visa) (?:mig |en |lite |nagra |dina |din |bilder? )*(?:nakenbild\\p{L}*|naken|nakna|brost|tuttar|fitta|rumpa|nudes)|nakenbild\\p{L}*|nudes|kukbild\\p{L}*',
      'knulla|knull|(?:vill|far jag|skulle vilja|ska) (?:jag )?(?:slicka|suga|ta pa|kyssa) (?:pa )?(?:din|dina|dig overallt|dig mellan)|suga (?:min|av)|min (?:kuk|stora|harda|stand)\\p{L}*|kuk(?:en)?|din (?:vata |tranga )?(?:fitta|rumpa)|dina (?:brost|tuttar|pattar)|avsugning|ar du (?:kat|vat)|jag (?:ar|blir) (?:sa )?kat|(?:mig|sa) kat|(?:ha|vill ha|soker|sugen pa|lust med) (?:bara |lite )?sex|sex (?:med (?:dig|mig)|ikvall|nu|utan)|runka\\p{L}*|onanera\\p{L}*|trekant\\p{L}*|komma (?:i|pa) dig',
    ],
  },
  fraud: {
    digits: ['noll', 'ett', 'en', 'två', 'tva', 'tre', 'fyra', 'fem', 'sex', 'sju', 'åtta', 'atta', 'nio'],
    asksForMoney: [
      '(?:skicka|lana|fora over|satta in) (?:mig )?(?:lite |nagra )?pengar|behover pengar|swish(?:a|ar)?|presentkort|investera',
    ],
    goesElsewhere: ['mitt nummer|ditt nummer|ring mig|skriv till mig pa|lagg till mig'],
  },
};
