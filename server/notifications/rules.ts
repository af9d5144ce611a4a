import type { NotificationType } from '#contract/enums.ts';

export type Channel = 'email' | 'push';

/** Whether a member wants to hear of `type` by `channel`: a bare type in the list switches off both (decisions.md, "Preferences"). */
export const isWanted = (disabled: readonly string[], channel: Channel, type: NotificationType): boolean =>
  !disabled.includes(type) && !disabled.includes(`${channel}:${type}`);
