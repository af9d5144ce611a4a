import { sql } from 'kysely';
import type { Message } from '#contract/chat/conversations.ts';
import { must } from '#contract/must.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Tx } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { lockMessage } from '../images/lock-message.ts';
import { messageRow } from '../messages.ts';
import { presentMessage } from '../present-message.ts';
import { DESK_CHANGED } from '../send-message.ts';

interface Received {
  conversation: number;
  message: number;
  sender: number;
  listened: boolean;
  /** Neither side has switched off read receipts, and the listener has accepted the request, if it is one. */
  tells: boolean;
}

/**
 * PUT /api/chat-voice.php: marks a received voice message as listened to, and tells the sender unless one of the two has
 * switched off read receipts or it is a request that is still open (docs/product.md 10.23). `within` limits it to one
 * conversation. Repeating it changes nothing. Throws `not_found` if the member has received no such voice message.
 */
export async function noteListened(
  app: Pick<App, 'db' | 'events' | 'parts'>,
  listener: number,
  voice: number,
  within?: number,
): Promise<{ message: Message }> {
  const received = await inTransaction(app.db, async (tx) => {
    const found = await receivedVoice(tx, listener, voice, within ?? null);
    if (!found.listened) await note(tx, voice, found);
    return found;
  });
  const { conversation, message, sender, listened, tells } = received;
  const row = must(await messageRow(app.db, conversation, message), 'voice message');
  const seenBy = (viewer: number) => ({ message: presentMessage(row, viewer, null, app.parts.chatImages) });
  if (!listened) {
    app.events.emit(listener, 'message_changed', seenBy(listener));
    if (tells) app.events.emit(sender, 'message_changed', seenBy(sender));
    app.events.publish(DESK_CHANGED, { conversation });
  }
  return seenBy(listener);
}

async function note(tx: Tx, voice: number, { conversation, message, tells }: Received): Promise<void> {
  await sql`update chat_images set listened_at = app_now(), listened_told = ${tells} where id = ${voice}`.execute(
    tx,
  );
  // A new revision without a visible change would tell the sender of it too.
  if (tells)
    await sql`update messages set revision = revision + 1 where conversation_id = ${conversation} and id = ${message}`.execute(
      tx,
    );
}

/** Locks the recording and its message, as an answer to an image does. */
async function receivedVoice(
  tx: Tx,
  listener: number,
  voice: number,
  within: number | null,
): Promise<Received> {
  const { rows } = await sql<Received>`
    select m.conversation_id as conversation, m.id as message, m.sender_id as sender, i.listened_at is not null as listened,
        me.read_marks and other.read_marks and coalesce(side.request, '') not in ('waiting', 'veiled') as tells
      from chat_images i
        cross join lateral messages_with(i.id) m
        join lateral side_of(${listener}, m.conversation_id) side on m.id > side.cleared_to_id
        join members me on me.id = side.member_id
        join members other on other.id = m.sender_id
      where i.id = ${voice} and i.kind = 'voice' and i.status = 'active' and m.sender_id <> ${listener}
        and coalesce(${within}::bigint, m.conversation_id) = m.conversation_id
      for no key update of i`.execute(tx);
  if (!rows[0]) throw refuse('not_found');
  await lockMessage(tx, rows[0]);
  return rows[0];
}
