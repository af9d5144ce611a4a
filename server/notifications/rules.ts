import type { NotificationType } from '#contract/lists/notifications.ts';
import type { ProfileCard } from '#contract/profiles.ts';
import { isWanted } from '#contract/rules/notification-rules.ts';
import type { MailPerson } from '#mail/context.ts';
import type { Addressee, MailAddressee } from './audience.ts';

export const hasWorkingAddress = (to: Addressee): to is MailAddressee => to.email !== null && to.mail_works;

/**
 * Returns whether mails of a type may go to a member: the address is confirmed and works, mail is not paused,
 * and the type is switched on.
 */
export const takesMail = (to: Addressee, type: NotificationType): to is MailAddressee =>
  hasWorkingAddress(to) && to.pause_seconds === 0 && isWanted(to.notifications_disabled, 'email', type);

/** Limits of mails that can be switched off, to one member, over all types. */
export const MOST_A_DAY = 4;
export const MOST_A_WEEK = 15;
/** The type of a mail with all news of a day or week, which is made of several types. */
export const DIGEST = 'digest';

/** Decides from a bounce's status code (RFC 3463) whether the address no longer exists. */
export function verdictOf(status: string | null): 'gone' | 'for now' {
  if (status === null) return 'gone';
  if (!status.startsWith('5')) return 'for now';
  // Full mailboxes get emptied (5.2.2), and policy and content errors (5.7, 5.6) concern the mail, not the
  // address.
  return /^5\.(2\.2|7\.|6\.)/.test(status) ? 'for now' : 'gone';
}
/** This many soft bounces within this many days count as an address that no longer exists. */
export const SOFT_BOUNCES = 5;
export const SOFT_BOUNCE_DAYS = 14;

/** What a mail may say about somebody. */
export const mailPersonOf = ({ id, name, age, partner_age, city, kind }: ProfileCard): MailPerson => ({
  ...{ id, name, age, partner_age, city, kind },
});
