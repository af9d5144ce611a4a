import { DESK_CHANGED } from '../chat/index.ts';
import type { App } from '../platform/app.ts';

export const tellDesk = ({ events }: Pick<App, 'events'>, conversation: number): void =>
  events.publish(DESK_CHANGED, { conversation });
