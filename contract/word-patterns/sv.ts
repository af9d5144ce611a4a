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
  fraud: {
    digits: ['noll', 'ett', 'en', 'två', 'tva', 'tre', 'fyra', 'fem', 'sex', 'sju', 'åtta', 'atta', 'nio'],
    asksForMoney: [
      '(?:skicka|lana|fora over|satta in) (?:mig )?(?:lite |nagra )?pengar|behover pengar|swish(?:a|ar)?|presentkort|investera',
    ],
    goesElsewhere: ['mitt nummer|ditt nummer|ring mig|skriv till mig pa|lagg till mig'],
  },
};
