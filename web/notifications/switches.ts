import { notificationTypes, type NotificationType } from '#contract/enums.ts';

export const channels = ['email', 'push'] as const;
export type Channel = (typeof channels)[number];

/** Whether a kind of news comes by a channel. A bare type in the list stands for both (docs/product.md 3.4). */
export const isOn = (disabled: readonly string[], channel: Channel, type: NotificationType) =>
  !disabled.includes(type) && !disabled.includes(`${channel}:${type}`);

/** The list after a switch: always an entry for each channel, so that one can change without the other. */
export function switched(disabled: readonly string[], channel: Channel, type: NotificationType, on: boolean): string[] {
  const off = new Set(
    disabled.flatMap((entry) => ((notificationTypes as readonly string[]).includes(entry) ? channels.map((each) => `${each}:${entry}`) : [entry])),
  );
  if (on) off.delete(`${channel}:${type}`);
  else off.add(`${channel}:${type}`);
  return [...off];
}
