import { sql } from 'kysely';
import type { Message } from '#contract/chat/conversations.ts';
import { must } from '#contract/must.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Tx } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { settingsOf } from '../../site-settings/index.ts';
import { messageRow } from '../messages.ts';
import { presentMessage } from '../present-message.ts';
import { DESK_CHANGED } from '../send-message.ts';
import { DELETE_OPENED_IMAGE } from './delete-opened-image.ts';
import { OPEN_SECONDS } from './image-addresses.ts';
import { lockMessage } from './lock-message.ts';

interface Opening {
  image: number;
  opening: string;
  /** Where the image must be. */
  conversation?: number;
}

interface Opened {
  conversation: number;
  message: number;
  sender: number;
  /** The opening that this one repeats. Null for an image that nobody has opened. */
  opening: string | null;
  opened_by: number | null;
  recent: boolean;
}

/**
 * POST /api/chat-image-opening.php: opens an image that the recipient can see once (docs/product.md 10.22). Returns an
 * address that is valid for a minute, for `by` only: the recipient, or the writer of a fictional profile. The deletion of
 * the file is queued in the same transaction. A repeat with the same `opening` returns the address again. Throws
 * `not_found` if the recipient has no such image, and `already_opened` for a second opening.
 */
export async function openImage(
  app: Pick<App, 'db' | 'events' | 'jobs' | 'parts'>,
  recipient: number,
  { image, opening, ...within }: Opening,
  { by = recipient, host }: { by?: number; host: string },
): Promise<{ filename: string; message: Message }> {
  const { view_once_minutes } = await settingsOf(app, host);
  const { found, changed } = await inTransaction(app.db, async (tx) => {
    const found = await lockedImage(tx, recipient, image, within.conversation ?? null);
    if (found.opening !== null) {
      if (found.opening !== opening || found.opened_by !== by || !found.recent)
        throw refuse('already_opened');
      return { found, changed: false };
    }
    await sql`update chat_images set opened_at = app_now(), opened_by = ${by}, opening = ${opening} where id = ${image}`.execute(
      tx,
    );
    await sql`update messages set revision = revision + 1 where conversation_id = ${found.conversation} and id = ${found.message}`.execute(
      tx,
    );
    const runAt = new Date(Date.now() + view_once_minutes * 60_000);
    await app.jobs.add(tx, DELETE_OPENED_IMAGE, { image }, { runAt });
    return { found, changed: true };
  });
  const { conversation, message, sender } = found;
  const row = must(await messageRow(app.db, conversation, message), 'opened message');
  const seenBy = (viewer: number) => ({ message: presentMessage(row, viewer, null, app.parts.chatImages) });
  if (changed) {
    for (const side of [recipient, sender]) app.events.emit(side, 'message_changed', seenBy(side));
    app.events.publish(DESK_CHANGED, { conversation });
  }
  return { filename: app.parts.chatImages.opened(image, opening), ...seenBy(recipient) };
}

/** Locks the image and its message, as an answer to a covered image does. */
async function lockedImage(
  tx: Tx,
  recipient: number,
  image: number,
  conversation: number | null,
): Promise<Opened> {
  const { rows } = await sql<Opened>`
    select m.conversation_id as conversation, m.id as message, m.sender_id as sender, i.opening, i.opened_by,
        coalesce(i.opened_at > app_now() - ${OPEN_SECONDS} * interval '1 second', false) as recent
      from chat_images i
        cross join lateral messages_with(i.id) m
        join lateral side_of(${recipient}, m.conversation_id) side on m.id > side.cleared_to_id
      where i.id = ${image} and i.view_once and i.status = 'active' and m.sender_id <> ${recipient}
        and coalesce(${conversation}::bigint, m.conversation_id) = m.conversation_id and coalesce(side.request, '') not in ('waiting', 'veiled')
      for no key update of i`.execute(tx);
  if (!rows[0]) throw refuse('not_found');
  await lockMessage(tx, rows[0]);
  return rows[0];
}
