import { sql } from 'kysely';
import type { Message } from '#contract/chat/conversations.ts';
import { EDIT_MINUTES } from '#contract/rules/chat-rules.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, oneOrNone, type Tx } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Viewer } from '../../visibility/index.ts';
import { checkedText } from '../outgoing-message.ts';
import { announceChange } from './announce-change.ts';
import { changeableMessage, type ChangeableMessage } from './changeable-message.ts';

interface Edit {
  conversation: number;
  message: number;
  text: string;
}

/**
 * PUT /api/message.php: changes a text of the member's own, free of charge (docs/product.md 10.12). The text before
 * stays in `former_texts` for complaints. A repeat changes nothing. Throws `message_empty`, `message_too_long`,
 * `not_found` for anything but a text of the member's own, `edit_too_late`, and the errors of `changeableMessage`.
 */
export async function editMessage(
  app: Pick<App, 'db' | 'events' | 'parts'>,
  viewer: Viewer<number>,
  { text, ...which }: Edit,
  limit: number,
): Promise<{ message: Message }> {
  const body = checkedText(text, limit);
  const found = await inTransaction(app.db, async (tx) => {
    const changeable = await changeableMessage(tx, viewer, which);
    if (changeable.sender !== viewer.id || changeable.kind !== 'text') throw refuse('not_found');
    if (changeable.body === body) return { ...changeable, veils: false };
    await storeText(tx, which, [viewer.id, changeable.other], body);
    return { ...changeable, ...(await veilIfHidden(tx, which.conversation, changeable, body)) };
  });
  if (found.veils) await app.parts.badges.announce(found.other);
  return announceChange(app, viewer.id, which, found);
}

async function storeText(
  tx: Tx,
  { conversation, message }: Omit<Edit, 'text'>,
  members: [number, number],
  body: string,
) {
  const former = await oneOrNone(
    sql<{ texts: string }>`
      select (coalesce(former_texts, '[]') || jsonb_build_object('text', body, 'until', app_now()))::text as texts
        from messages where conversation_id = ${conversation} and id = ${message}
          and created_at > app_now() - ${EDIT_MINUTES} * interval '1 minute' for no key update`.execute(tx),
  );
  if (!former) throw refuse('edit_too_late', { minutes: EDIT_MINUTES });
  await sql`
    update messages set body = ${body}, edited_at = app_now(), revision = revision + 1, former_texts = ${former.texts}::jsonb
      where conversation_id = ${conversation} and id = ${message}`.execute(tx);
  await sql`
    update participants set last_excerpt = excerpt_of(${body})
      where conversation_id = ${conversation} and last_message_id = ${message}
        and member_id = any (${members}::bigint[])`.execute(tx);
}

/** A hidden word covers an unanswered conversation, as it does in a message. */
async function veilIfHidden(
  tx: Tx,
  conversation: number,
  { other, answered, theirRequest }: ChangeableMessage,
  body: string,
): Promise<{ veils: boolean; theirRequest: string | null }> {
  if (answered || theirRequest !== null) return { veils: false, theirRequest };
  const { rows } = await sql`
    update participants set request = 'veiled', hidden = true, unread = 0
      where member_id = ${other} and conversation_id = ${conversation} and has_hidden_word(${other}, ${body}) returning 1`.execute(
    tx,
  );
  return rows.length > 0 ? { veils: true, theirRequest: 'veiled' } : { veils: false, theirRequest };
}
