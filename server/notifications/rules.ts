import type { NotificationType } from '#contract/enums.ts';
import type { Addressee } from './audience.ts';

export type Channel = 'email' | 'push';

/** Whether a member wants to hear of `type` by `channel`: a bare type in the list switches off both, `email:like` one. */
export const isWanted = (disabled: readonly string[], channel: Channel, type: NotificationType): boolean =>
  !disabled.includes(type) && !disabled.includes(`${channel}:${type}`);

/** Whether a mail of news may go to a member at all: the address is confirmed and works, no pause runs, and the type is switched on. */
export const takesMail = (to: Addressee, type: NotificationType): to is Addressee & { email: string } =>
  to.email !== null &&
  to.confirmed &&
  to.pause_seconds === 0 &&
  (to.disabled_notification_reason === null || to.disabled_notification_reason === 'listunsubscribe') &&
  isWanted(to.notifications_disabled, 'email', type);

/** Most mails of news to one member, of all types together. */
export const MOST_A_DAY = 4;
export const MOST_A_WEEK = 15;
/** Least minutes between two mails of one type: what happens in between is told in one. */
export const PAUSE_MINUTES: Record<NotificationType, number> = {
  new_conversations: 30,
  new_messages: 60,
  like: 240,
  unread_message_reminders: 3 * 24 * 60,
  weekly_updates: 6 * 24 * 60,
  reminders: 7 * 24 * 60,
  news: 24 * 60,
  promotions: 3 * 24 * 60,
};
/** Hours of the member's own clock in which no mail of news is sent. */
export const QUIET = { from: '22:00', until: '08:00' };

/** What a bounce says of an address, by its status code (RFC 3463). */
export function verdictOf(status: string | null): 'gone' | 'for now' {
  if (status === null) return 'gone';
  if (!status.startsWith('5')) return 'for now';
  // A full mailbox empties, and a refusal for policy or looks (5.7, 5.6) is about the mail, not about the address.
  return /^5\.(2\.2|7\.|6\.)/.test(status) ? 'for now' : 'gone';
}
/** As many returns within as many days, without a way back asked for in between, count as an address that is gone. */
export const SOFT_BOUNCES = 5;
export const SOFT_BOUNCE_DAYS = 14;
