import { isNotificationType, type NotificationType } from '../lists/notifications.ts';

export const channels = ['email', 'push'] as const;
export type Channel = (typeof channels)[number];

/**
 * Returns whether a member wants this kind of notification on a channel. In `disabled`, a bare type stands
 * for both channels and `email:like` for one (docs/product.md 3.4).
 */
export const isWanted = (disabled: readonly string[], channel: Channel, type: NotificationType): boolean =>
  !disabled.includes(type) && !disabled.includes(`${channel}:${type}`);

/**
 * The list of disabled notifications after setting one switch. Bare types are split into one entry per
 * channel, so that each can change alone.
 */
export function withSwitch(
  disabled: readonly string[],
  channel: Channel,
  type: NotificationType,
  on: boolean,
): string[] {
  const off = new Set(
    disabled.flatMap((entry) =>
      isNotificationType(entry) ? channels.map((each) => `${each}:${entry}`) : [entry],
    ),
  );
  if (on) off.delete(`${channel}:${type}`);
  else off.add(`${channel}:${type}`);
  return [...off];
}

export const isNotificationSwitch = (entry: string): boolean =>
  isNotificationType(entry) || channels.some((channel) => isNotificationType(after(entry, `${channel}:`)));

const after = (text: string, prefix: string) => (text.startsWith(prefix) ? text.slice(prefix.length) : '');

/** How often news mails come: each for itself, or collected in one mail. */
export const mailRhythms = ['at_once', 'daily', 'weekly'] as const;
export type MailRhythm = (typeof mailRhythms)[number];

/** When a member wants to hear from the site, by the clock of their time zone (docs/product.md 3.11). */
export interface NotificationRhythm {
  quiet_from: string;
  /** Equal to `quiet_from` for no quiet hours. */
  quiet_until: string;
  quiet_mail: boolean;
  quiet_push: boolean;
  mail_rhythm: MailRhythm;
  mail_time: string;
  /** ISO day of the week, Monday is 1. */
  mail_day: number;
}

export const USUAL_RHYTHM: NotificationRhythm = {
  quiet_from: '22:00',
  quiet_until: '08:00',
  quiet_mail: true,
  quiet_push: false,
  mail_rhythm: 'at_once',
  mail_time: '18:00',
  mail_day: 5,
};

export const isTimeOfDay = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text);
