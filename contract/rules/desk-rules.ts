import { patternsOf } from '../languages/index.ts';
import { plain, words } from './word-patterns.ts';

/**
 * The honesty rule of the writers' desk: writers answer truthfully whether a fictional profile is a real
 * person, and do not promise meetings that cannot take place. The composer checks drafts, and the server
 * checks again when they are sent.
 */

/**
 * `claims_real`: the draft says that the profile is a real person. `promises_meeting`: it suggests a meeting.
 * `owes_truth`: the member asked whether the profile is real, and the draft does not say that it is
 * fictional.
 */
export const honestyReminders = ['claims_real', 'promises_meeting', 'owes_truth'] as const;
export type HonestyReminder = (typeof honestyReminders)[number];

const ASKS = words(...patternsOf(({ asksIfReal }) => asksIfReal));
const CLAIMS = words(...patternsOf(({ claimsToBeReal }) => claimsToBeReal));
const MEETS = words(...patternsOf(({ promisesMeeting }) => promisesMeeting));
const TRUTH = new RegExp(patternsOf(({ tellsTruth }) => tellsTruth).join('|'));

export const asksIfReal = (text: string): boolean => ASKS.test(plain(text));

/** Reminders that the writer must confirm before sending the draft. */
export function honestyRemindersFor(draft: string, askedIfReal: boolean): HonestyReminder[] {
  const text = plain(draft);
  const truthful = TRUTH.test(text);
  return [
    ...(CLAIMS.test(text) && !truthful ? (['claims_real'] as const) : []),
    ...(MEETS.test(text) ? (['promises_meeting'] as const) : []),
    ...(askedIfReal && !truthful ? (['owes_truth'] as const) : []),
  ];
}
