import type { WordPatterns } from './shape.ts';

export const de: WordPatterns = {
  streets: { endings: ['stra(?:ß|ss)e', 'allee', 'gasse', 'weg'], before: [], after: [] },
  asksIfReal: [
    'bist du (?:uberhaupt |wirklich )?(?:echt|real|fake|ein bot|ein fake|ein (?:echter )?mensch|eine echte (?:frau|person)|ein echter mann)',
    'ist das (?:hier )?(?:echt|ein fake|ein fakeprofil|fake)',
    'mit wem (?:schreibe|rede|chatte) ich',
  ],
  claimsToBeReal: [
    'ich bin (?:wirklich |100% )?(?:echt|real|ein echter mensch|eine echte (?:frau|person)|ein echter mann|kein (?:bot|fake)|nicht fake)',
  ],
  promisesMeeting: [
    '(?:lass uns|wollen wir|konnen wir|sollen wir|ich will dich|ich mochte dich) (?:uns |mal |bald |gerne )*(?:treffen|sehen|verabreden)',
    'komm (?:doch )?(?:vorbei|zu mir)',
  ],
  tellsTruth: ['fiktiv', 'erfunden', 'team schreibt'],
  minor: {
    phrases: [
      'ich bin (?:noch )?(?:minderjährig|unter 18|schülerin|schüler)|ich gehe noch (?:in die|zur) schule',
    ],
    verbs: ['ich bin'],
    only: ['erst'],
    years: ['jahre?'],
    saysYears: false,
    old: ['alt'],
    counted: ['wochen', 'monate', 'mal'],
  },
  fraud: {
    digits: ['null', 'eins', 'zwei', 'zwo', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun'],
    asksForMoney: [
      'geld (?:schicken|senden|uberweisen|leihen|borgen|geben)|(?:schick|sende|leih|uberweis)e? mir (?:bitte )?(?:etwas |ein bisschen )?geld|brauche (?:dringend )?geld|gutscheinkarten?|geschenkkarten?|guthabenkarten?|investieren',
    ],
    goesElsewhere: ['schreib mir (?:auf|per|bei)|meine (?:handy)?nummer|deine (?:handy)?nummer|ruf mich an'],
  },
};
