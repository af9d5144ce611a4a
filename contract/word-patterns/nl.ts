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
  fraud: {
    digits: ['nul', 'een', 'één', 'twee', 'drie', 'vier', 'vijf', 'zes', 'zeven', 'acht', 'negen'],
    asksForMoney: [
      'geld (?:sturen|overmaken|lenen|voorschieten|nodig|geven)|(?:stuur|leen|geef|maak) (?:je |jij |me |mij )?(?:wat |even |een beetje )?(?:me |mij )?(?:wat )?geld|tikkie|voorschieten|beltegoed|cadeaukaart(?:en)?|beleggen|investeren',
    ],
    goesElsewhere: ['(?:app|bel|mail) me|mijn nummer|jouw nummer|je nummer|je 06'],
  },
};
