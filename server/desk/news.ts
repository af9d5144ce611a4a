import { DESK_CHANGED } from '../chat/index.ts';
import type { App } from '../platform/app.ts';

/** Notifies open desks in all processes that a conversation arrived, was claimed or was answered. */
export const tellDesk = ({ events }: Pick<App, 'events'>, conversation: number): void =>
  events.publish(DESK_CHANGED, { conversation });
