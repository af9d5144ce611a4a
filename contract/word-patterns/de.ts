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
  unkind: {
    hurtful: [
      '(?:du bist|bist du|du) (?:so |echt |einfach |nur |ein |eine |total |wirklich |zu )*(?:hasslich\\p{L}*|fett\\p{L}*|dumm\\p{L}*|hure|schlampe|nutte|fotze|idiot|versager\\p{L}*|ekelhaft|widerlich|erbarmlich|miststuck|schwein|kuh|opfer|wertlos|missgeburt)',
      '(?:dumme|fette|blode|hassliche|dreckige) (?:kuh|sau|schlampe|nutte|hure|fotze|ziege)|schlampen?|hure|hurensohn|nutten?|fotzen?|missgeburt|wichser|arschloch|verpiss dich|fick dich|halt (?:die fresse|dein maul|die klappe)|bring dich um|geh sterben|niemand (?:will|liebt|mag) dich|ich hasse dich|leck mich',
    ],
    sexual: [
      '(?:schick|zeig|sende) (?:mir |mal |doch |bitte |ein |eine )*(?:nacktbild\\p{L}*|nacktfoto\\p{L}*|deine (?:titten|bruste|muschi|fotze)|nudes|titten)|nacktbild\\p{L}*|nacktfoto\\p{L}*',
      'ficken|fick (?:mich|dich) (?:hart|jetzt|heute)|(?:will|wurde|mochte) dich (?:gern |gerne |mal |so |hart |richtig )*(?:ficken|lecken|vogeln|bumsen|nageln)|bumsen|(?:dich|mich|mit dir|mit mir) vogeln|(?:einen|mir|dir) blasen|blowjob|geil\\p{L}* (?:auf|machst|macht|bist)|bist du (?:geil|feucht)|mein(?:en|em)? (?:schwanz|harten|steifen)\\p{L}*|deine (?:nasse |geile |enge )?(?:muschi|titten|fotze|brust\\p{L}*)|sex (?:mit (?:dir|mir)|heute|haben)|(?:lust auf|will|mochte|suche|stehst du auf) (?:jetzt |nur |heute )?sex|wichsen|abspritzen|dreier|dickpic\\p{L}*',
    ],
  },
  fraud: {
    digits: ['null', 'eins', 'zwei', 'zwo', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun'],
    asksForMoney: [
      'geld (?:schicken|senden|uberweisen|leihen|borgen|geben)|(?:schick|sende|leih|uberweis)e? mir (?:bitte )?(?:etwas |ein bisschen )?geld|brauche (?:dringend )?geld|gutscheinkarten?|geschenkkarten?|guthabenkarten?|investieren',
    ],
    goesElsewhere: ['schreib mir (?:auf|per|bei)|meine (?:handy)?nummer|deine (?:handy)?nummer|ruf mich an'],
  },
};
