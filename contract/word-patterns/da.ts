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
  unkind: {
    hurtful: [
      '(?:du er|er du|du|sikke en|din|dit) (?:sa |bare |en |et |virkelig |jo |skide |fucking |rigtig |grimme |fede |dumme |klamme )*(?:grim|grimme|fed|fede|dum|dumme|luder|mokke|idiot|klam|klamme|ulaekker|patetisk|vaerdilos|ko|so|gris|taber|kaelling|svin)',
      'ludere?|kaelling(?:er)?|mokke|fisse(?:hoved)|hold (?:kaeft|din kaeft|mund)|skrid ad helvede(?: til)?|ga ad helvede til|fuck (?:dig|af|you)|sla dig selv ihjel|tag livet af dig|do(?:d)? nu bare|ingen (?:vil have|elsker|kan lide) dig|jeg hader dig|skide (?:luder|so|kaelling|idiot)|dumme (?:ko|so|kaelling)|rend mig',
    ],
    sexual: [
      '(?:send|vis) (?:mig |et |lidt |nogle |dine |din |billeder? )*(?:nogenbillede\\p{L}*|nogen|nogne|bryster|patter|fisse|rov|nudes)|nogenbillede\\p{L}*|nogenfoto\\p{L}*|nudes|pikbillede\\p{L}*',
      'kneppe(?:r|s)?|(?:vil|ma jeg|gad godt) (?:jeg )?(?:slikke|sutte|bolle|kneppe|tage) (?:pa )?(?:din|dine|dig)|bolle (?:dig|med)|sut (?:min|pa min)|min (?:pik|store pik|harde)\\p{L}*|pik(?:ken)?|din (?:vade |stramme )?(?:fisse|rov|kusse)|dine (?:bryster|patter)|blowjob|liderlig\\p{L}*|er du vad|(?:have|vil have|soger|lyst til|vil du have) (?:bare |lidt )?sex|sex (?:med (?:dig|mig)|i aften|nu|uden)|onanere\\p{L}*|trekant\\p{L}*|komme (?:i|pa) dig',
    ],
  },
  fraud: {
    digits: ['nul', 'en', 'et', 'to', 'tre', 'fire', 'fem', 'seks', 'syv', 'otte', 'ni'],
    asksForMoney: shared.asksForMoney,
    goesElsewhere: shared.goesElsewhere,
  },
};
