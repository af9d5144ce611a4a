import type { WordPatterns } from './shape.ts';

export const nl: WordPatterns = {
  streets: { endings: ['straat', 'laan', 'weg', 'plein', 'gracht', 'kade', 'dreef'], before: [], after: [] },
  asksIfReal: [
    '(?:ben|bent) (?:je|jij|u) (?:wel |nou |eigenlijk )?(?:echt|nep|een bot|een robot|een echt(?:e)? (?:persoon|mens|man|vrouw))',
    'is dit (?:profiel )?(?:wel )?(?:echt|nep|een nepprofiel|fake)',
    'met wie (?:praat|schrijf|chat) ik',
  ],
  claimsToBeReal: [
    'ik ben (?:heus |gewoon |wel |100% )?(?:echt|een echt(?:e)? (?:persoon|mens|vrouw|man)|geen (?:bot|nep|nepprofiel|robot)|niet nep)',
  ],
  promisesMeeting: [
    '(?:zullen we|laten we|kunnen we|wil je|ik wil) (?:je |elkaar |een keer |snel |gauw )*(?:ontmoeten|afspreken|zien)',
    'afspreken\\?',
    'kom (?:maar )?(?:langs|naar mij|bij mij)',
  ],
  tellsTruth: ['fictief', 'fictieve', 'fiktief', 'verzonnen', 'geschreven door', 'team schrijft'],
  minor: {
    phrases: [
      'ik ben (?:nog )?(?:minderjarig|onder de 18|een schoolmeisje)|ik zit (?:nog )?op (?:de middelbare school|het vmbo|de havo|het vwo)',
    ],
    verbs: ['ik ben'],
    only: ['nog maar', 'pas', 'nog'],
    years: ['jaar'],
    saysYears: false,
    old: ['oud', 'jong'],
    counted: ['weken', 'maanden', 'keer'],
  },
  unkind: {
    hurtful: [
      "(?:je bent|jij bent|ben je|jij|wat een) (?:echt |gewoon |zo |een |zo'n |erg |een echte )*(?:lelijk|lelijke|dik|dikke|dom|domme|stomme|hoer|slet|kutwijf|idioot|trut|loser|zielig|walgelijk|varken|koe|mislukkeling|debiel|sukkel)\\p{L}*",
      'hoer|hoeren|slet(?! (?:ikke|ingen|intet))|sletten|kutwijf|kankerhoer|teringhoer|mongool|debiel|flikker op|rot op|hou je (?:bek|kop|muil)|krijg de (?:kanker|tering|tyfus|klere)|kanker ?op|pleeg zelfmoord|maak jezelf (?:dood|van kant)|sterf|niemand (?:wil|houdt van|moet) je|ik haat je|vieze (?:hoer|slet|trut)|dom wijf|lelijk wijf|klootzak|lul',
    ],
    sexual: [
      '(?:stuur|laat|geef|app) (?:me |mij |eens |je |wat |een )*(?:naaktfoto\\p{L}*|blootfoto\\p{L}*|naakt|je tieten|je borsten|je kut|je kont|tieten|nudes)|naaktfoto\\p{L}*|blootfoto\\p{L}*',
      'neuken|neuk (?:je|me|mij|jou)|(?:me|mij|je|jou) pijpen|gepijpt|pijp (?:me|mij)|beffen|klaarkomen|geil van|(?:ben (?:je|ik|jij)|zo|maakt? me|word(?:t)?) geil|geile (?:kont|tieten|lijf|meid|vrouw|man)|mijn (?:lul|pik|stijve|grote lul)|stijve (?:lul|pik)|heb een stijve(?! \\p{L}+)|je (?:natte |lekkere |strakke )?(?:kut|kutje|kontje|tieten|poesje)|(?:wil|zin in|houd van|hou van) (?:je |een |wat |lekkere |vanavond )*(?:seks|sex)|(?:seks|sex) (?:met (?:je|mij|jou)|vanavond|hebben)|me af(?:ge)?trek\\p{L}+|trek (?:me|mij) af|triootje|onenightstand',
    ],
  },
  fraud: {
    digits: ['nul', 'een', 'één', 'twee', 'drie', 'vier', 'vijf', 'zes', 'zeven', 'acht', 'negen'],
    asksForMoney: [
      'geld (?:sturen|overmaken|lenen|voorschieten|nodig|geven)|(?:stuur|leen|geef|maak) (?:je |jij |me |mij )?(?:wat |even |een beetje )?(?:me |mij )?(?:wat )?geld|tikkie|voorschieten|beltegoed|cadeaukaart(?:en)?|beleggen|investeren',
    ],
    goesElsewhere: ['(?:app|bel|mail) me|mijn nummer|jouw nummer|je nummer|je 06'],
  },
};
