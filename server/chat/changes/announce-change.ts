import { must } from '#contract/must.ts';
import type { App } from '../../platform/app.ts';
import { messageRow } from '../messages.ts';
import { presentMessage } from '../present-message.ts';
import { DESK_CHANGED } from '../send-message.ts';
import type { ChangeableMessage } from './changeable-message.ts';

type Parts = Pick<App, 'db' | 'events' | 'parts'>;

/** Presents a changed message to the member who changed it, and sends it to the open tabs of both sides. */
export async function announceChange(
  { db, events, parts }: Parts,
  member: number,
  { conversation, message }: { conversation: number; message: number },
  { other, theirRequest }: Pick<ChangeableMessage, 'other' | 'theirRequest'>,
) {
  const row = must(await messageRow(db, conversation, message), 'changed message');
  const seenBy = (viewer: number) => ({ message: presentMessage(row, viewer, null, parts.chatImages) });
  events.emit(member, 'message_changed', seenBy(member));
  // The recipient of a request is not told of it, and may not be shown its text.
  if (theirRequest === 'waiting' || theirRequest === 'veiled')
    events.emit(other, 'changed', { what: 'chats', conversation });
  else events.emit(other, 'message_changed', seenBy(other));
  events.publish(DESK_CHANGED, { conversation });
  return seenBy(member);
}
