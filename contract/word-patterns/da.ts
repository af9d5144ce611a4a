import * as shared from './danish-norwegian.ts';
import type { WordPatterns } from './shape.ts';

export const da: WordPatterns = {
  streets: { endings: ['vej', 'gade'], before: [], after: [] },
  asksIfReal: shared.asksIfReal,
  claimsToBeReal: shared.claimsToBeReal,
  promisesMeeting: shared.promisesMeeting,
  tellsTruth: ['fiktiv', 'opdigtet'],
  minor: {
    phrases: shared.minorPhrases,
    verbs: ['jeg er'],
    only: ['kun'],
    years: ['år'],
    saysYears: false,
    old: ['gammel'],
    counted: [],
  },
  fraud: {
    digits: ['nul', 'en', 'et', 'to', 'tre', 'fire', 'fem', 'seks', 'syv', 'otte', 'ni'],
    asksForMoney: shared.asksForMoney,
    goesElsewhere: shared.goesElsewhere,
  },
};
