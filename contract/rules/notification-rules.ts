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
