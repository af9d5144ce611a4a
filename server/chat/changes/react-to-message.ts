import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { Message, reactionBody } from '#contract/chat/conversations.ts';
import { isEmoji } from '#contract/rules/chat-rules.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { Refusal, refuse } from '../../platform/http/refusal.ts';
import { assertAgeForContact, type Viewer } from '../../visibility/index.ts';
import { announceChange } from './announce-change.ts';
import { changeableMessage } from './changeable-message.ts';

/**
 * PUT /api/message-reaction.php: sets, changes or, with null, withdraws the member's reaction to a message
 * (docs/product.md 10.11). Idempotent. Throws the errors of `changeableMessage`, `age_check_required`, and `request_open` for a request that
 * the member has not accepted, because a reaction would tell that it was read.
 */
export async function reactToMessage(
  app: Pick<App, 'db' | 'events' | 'parts'>,
  viewer: Viewer<number>,
  { conversation, message, emoji }: Static<typeof reactionBody>,
): Promise<{ message: Message }> {
  if (emoji !== null && !isEmoji(emoji)) throw new Refusal('bad_request', {}, { emoji: 'invalid' });
  const found = await inTransaction(app.db, async (tx) => {
    if (emoji !== null) await assertAgeForContact(tx, viewer);
    const changeable = await changeableMessage(tx, viewer, { conversation, message });
    if (changeable.request === 'waiting' || changeable.request === 'veiled') throw refuse('request_open');
    const column = changeable.sender === viewer.id ? sql`sender_reaction` : sql`recipient_reaction`;
    await sql`
      update messages set ${column} = ${emoji}, revision = revision + 1
        where conversation_id = ${conversation} and id = ${message} and ${column} is distinct from ${emoji}`.execute(
      tx,
    );
    return changeable;
  });
  return announceChange(app, viewer.id, { conversation, message }, found);
}
