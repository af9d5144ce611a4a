import { sql } from 'kysely';
import type { Message } from '#contract/chat/conversations.ts';
import { must } from '#contract/must.ts';
import { dropFiles } from '../../photos/index.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, one, type Tx } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { messageRow } from '../messages.ts';
import { presentMessage } from '../present-message.ts';
import { imageOfMessage } from './image-of-message.ts';
import { lockMessage } from './lock-message.ts';

interface Received {
  conversation: number;
  message: number;
  sender: number;
  status: string;
  folder: string | null;
  view_once: boolean;
}

/**
 * PUT /api/chat-image.php: shows the recipient an image that they see blurred, or declines it (docs/product.md 10.16).
 * A declined image and the words below it are deleted for both sides; its price is not returned. Whether an image is
 * shown stays with the recipient: the sender's devices hear nothing of it. Repeating an answer changes nothing. Throws
 * `not_found` if the member has received no such image, and `conflict` for showing a declined one or one to be seen once.
 */
export async function answerImage(
  app: Pick<App, 'db' | 'events' | 'jobs' | 'parts'>,
  member: number,
  { image, show }: { image: number; show: boolean },
): Promise<{ message: Message }> {
  const { received, changed } = await inTransaction(app.db, async (tx) => {
    const found = await receivedWith(tx, member, image);
    const { numAffectedRows } = await (show ? reveal(tx, image, found) : decline(app, tx, image, found));
    return { received: found, changed: !!numAffectedRows };
  });
  const { conversation, message, sender } = received;
  const row = must(await messageRow(app.db, conversation, message), 'answered message');
  const seenBy = (viewer: number) => ({ message: presentMessage(row, viewer, null, app.parts.chatImages) });
  if (changed) {
    app.events.emit(member, 'message_changed', seenBy(member));
    if (!show) app.events.emit(sender, 'message_changed', seenBy(sender));
  }
  return seenBy(member);
}

/** Locks the image and its message, so that answers about the images of an album are serialized, and so are decisions. */
async function receivedWith(tx: Tx, member: number, image: number): Promise<Received> {
  const { rows } = await sql<Received>`
    select m.conversation_id as conversation, m.id as message, m.sender_id as sender, i.status, i.storage_key as folder, i.view_once
      from chat_images i
        cross join lateral messages_with(${imageOfMessage}) m
        join lateral side_of(${member}, m.conversation_id) side on m.id > side.cleared_to_id
      where i.id = ${image} and i.kind = 'image' and i.status in ('active', 'declined') and m.sender_id <> ${member}
      for no key update of i`.execute(tx);
  if (!rows[0]) throw refuse('not_found');
  await lockMessage(tx, rows[0]);
  return rows[0];
}

async function reveal(tx: Tx, image: number, { status, view_once }: Received) {
  if (status !== 'active' || view_once) throw refuse('conflict');
  return sql`update chat_images set shown_at = app_now() where id = ${image} and shown_at is null`.execute(
    tx,
  );
}

async function decline(
  app: Pick<App, 'jobs'>,
  tx: Tx,
  image: number,
  { conversation, message, folder }: Received,
) {
  const declined = await sql`
    update chat_images set status = 'declined', storage_key = null, colour = null, decided_at = app_now() where id = ${image} and status = 'active'`.execute(
    tx,
  );
  if (declined.numAffectedRows) {
    // The words below an album go with the last of its pictures.
    const { left, sides } = await one(
      sql<{ left: boolean; sides: number[] }>`
        select exists (select from chat_images i where ${imageOfMessage} = (
            select ${imageOfMessage} from chat_images i where i.id = ${image}) and i.status in ('active', 'inspecting')) as left,
          array[member_low, member_high] as sides
        from conversations where id = ${conversation}`.execute(tx),
    );
    const { body } = await one(
      sql<{ body: string | null }>`
        update messages set body = case when ${left} then body end, former_texts = case when ${left} then former_texts end, revision = revision + 1
          where conversation_id = ${conversation} and id = ${message} returning body`.execute(tx),
    );
    await sql`update participants set last_excerpt = excerpt_of(${body})
      where member_id = any(${sides}::bigint[]) and conversation_id = ${conversation} and last_message_id = ${message}`.execute(
      tx,
    );
    if (folder) await dropFiles(app, tx, folder);
  }
  return declined;
}
