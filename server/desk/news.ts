import type { App } from '../platform/app.ts';
import { DESK_CHANGED } from '../chat/index.ts';

/** Tells the open desks of all processes that a conversation came, was taken or was answered. */
export const tellDesk = ({ events }: Pick<App, 'events'>, conversation: number): void => events.publish(DESK_CHANGED, { conversation });
