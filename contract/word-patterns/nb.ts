import * as shared from './danish-norwegian.ts';
import type { WordPatterns } from './shape.ts';

export const nb: WordPatterns = {
  streets: { endings: ['veien', 'vei', 'gata', 'gate'], before: [], after: [] },
  asksIfReal: shared.asksIfReal,
  claimsToBeReal: shared.claimsToBeReal,
  promisesMeeting: shared.promisesMeeting,
  tellsTruth: ['fiktiv', 'oppdiktet'],
  minor: {
    phrases: shared.minorPhrases,
    verbs: ['jeg er'],
    only: ['bare', 'kun'],
    years: ['år'],
    saysYears: false,
    old: ['gammel'],
    counted: [],
  },
  unkind: {
    hurtful: [
      '(?:du er|er du|du|for en|din|ditt) (?:sa |bare |en |et |ei |virkelig |jo |jaevla |fordomt |stygge |feite |dumme |ekle )*(?:stygg|stygge|feit|feite|dum|dumme|fitte|idiot|ekkel|ekle|patetisk|verdilos|ku|purke|gris|taper|kjerring|svin|megge)',
      '(?:en|din|jaevla|stygg|stygge|dumme|ekle) hore|fitte(?:tryne)?|megge|jaevla (?:hore|fitte|idiot|kjerring|svin)|hold (?:kjeft|kjeften|munn)|dra til helvete|ga til helvete|faen ta deg|fuck (?:deg|off|you)|drep deg(?: selv)?|ta livet av deg|ga og do|ingen (?:vil ha|elsker|liker) deg|jeg hater deg|dumme (?:ku|kjerring|hore)|feite (?:ku|gris|svin)|hestkuk',
    ],
    sexual: [
      '(?:send|vis) (?:meg |et |litt |noen |bilder? |puppene |puppebilder )*(?:nakenbilde\\p{L}*|naken|nakne|pupper|puppene dine|puppene|fitta|rumpa|nudes)|nakenbilde\\p{L}*|nudes|pikkbilde\\p{L}*|dickpic\\p{L}*',
      'pule|puling|knulle|(?:vil|kan jeg|har lyst til a|fa) (?:jeg )?(?:slikke|suge|ta|pule|knulle) (?:pa )?(?:fitta|puppene|deg|kuken)(?: di| dine| hardt| overalt| i kveld)?|sug(?:e)? (?:kuken|pikken)|kuk(?:en)?|pikk(?:en)?|fitta di|puppene dine|rumpa di|blowjob|kat (?:pa|na)|er du (?:kat|vat)|jeg er (?:sa )?kat|(?:ha|vil ha|soker|lyst pa|vil du ha) (?:bare |litt )?sex|sex (?:med (?:deg|meg)|i kveld|na|uten)|runke\\p{L}*|onanere\\p{L}*|trekant\\p{L}*|komme (?:i|pa) deg',
    ],
  },
  fraud: {
    digits: ['null', 'en', 'ett', 'to', 'tre', 'fire', 'fem', 'seks', 'sju', 'syv', 'åtte', 'ni'],
    asksForMoney: shared.asksForMoney,
    goesElsewhere: shared.goesElsewhere,
  },
};
