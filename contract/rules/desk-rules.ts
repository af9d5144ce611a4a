import { patternsOf } from '../word-patterns/index.ts';
import { plain, words } from './text-matching.ts';
import { rulesMet, type TextRule } from './text-rules.ts';

/**
 * The honesty rule of the writers' desk: writers answer truthfully whether a fictional profile is a real
 * person, and do not promise meetings that cannot take place. The composer checks drafts, and the server
 * checks again when they are sent.
 */

/**
 * `claims_real`: the draft says that the profile is a real person. `promises_meeting`: it suggests a meeting.
 * `owes_truth`: the member asked whether the profile is real, and the draft does not say that it is
 * fictional. `gives_contact`: it contains a phone number, an address or a link, which leads the member away from
 * the site's protection.
 */
export const honestyReminders = ['claims_real', 'promises_meeting', 'owes_truth', 'gives_contact'] as const;
export type HonestyReminder = (typeof honestyReminders)[number];

/** True if confirming the reminder is enough; otherwise the draft has to change. */
export const mayConfirm = (reminder: HonestyReminder): boolean => reminder !== 'gives_contact';

export const deskReportReasons = ['distress', 'underage'] as const;
export type DeskReportReason = (typeof deskReportReasons)[number];

/** Supervisors and owners lead the desk: they see the figures, answers and conversations of all writers. */
export const leadsDesk = (roles: readonly string[]): boolean =>
  roles.includes('supervisor') || roles.includes('owner');

/** The most conversations that wait for one writer at once. */
export const MOST_CONVERSATIONS = 20;

export const REPLY_TEXT = 2000;
export const REPLY_SHORTCUT = 30;

/** Placeholders of canned replies, written `{{name}}`: names and towns of the member and the profile. */
export const replyPlaceholders = ['name', 'town', 'profile', 'profile_town'] as const;
export type ReplyPlaceholder = (typeof replyPlaceholders)[number];

const CONTACT: readonly TextRule[] = ['phone', 'address', 'link'];

const ASKS = words(...patternsOf(({ asksIfReal }) => asksIfReal));
const CLAIMS = words(...patternsOf(({ claimsToBeReal }) => claimsToBeReal));
const MEETS = words(...patternsOf(({ promisesMeeting }) => promisesMeeting));
const TRUTH = new RegExp(patternsOf(({ tellsTruth }) => tellsTruth).join('|'));

export const asksIfReal = (text: string): boolean => ASKS.test(plain(text));

/** Reminders that the writer must confirm, or heed, before sending the draft. */
export function honestyRemindersFor(draft: string, askedIfReal: boolean): HonestyReminder[] {
  const text = plain(draft);
  const truthful = TRUTH.test(text);
  return [
    ...(CLAIMS.test(text) && !truthful ? (['claims_real'] as const) : []),
    ...(MEETS.test(text) ? (['promises_meeting'] as const) : []),
    ...(askedIfReal && !truthful ? (['owes_truth'] as const) : []),
    ...(rulesMet(draft).some((rule) => CONTACT.includes(rule)) ? (['gives_contact'] as const) : []),
  ];
}
