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
  fraud: {
    digits: ['null', 'en', 'ett', 'to', 'tre', 'fire', 'fem', 'seks', 'sju', 'syv', 'åtte', 'ni'],
    asksForMoney: shared.asksForMoney,
    goesElsewhere: shared.goesElsewhere,
  },
};
