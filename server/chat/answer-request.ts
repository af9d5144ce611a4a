import { sql } from 'kysely';
import { recordActivity } from '../activity/index.ts';
import { giveBackMessages, type ReturnedMessage } from '../credits/index.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';

/**
 * POST /api/chat-request.php: accepts a request, which moves it to the member's conversations, or declines it. A
 * declined request disappears, its sender can no longer write in it, and the credits of its messages are returned.
 * A repeat changes nothing. Throws `not_found` if the conversation is no request.
 */
export async function answerRequest(
  app: Pick<App, 'db' | 'events' | 'parts'>,
  member: number,
  { conversation, accept }: { conversation: number; accept: boolean },
): Promise<void> {
  const state = accept ? 'accepted' : 'declined';
  const result = await inTransaction(app.db, async (tx) => {
    const { rows: sides } = await sql<{ other_id: number; request: string | null }>`
      select other_id, request from participants where member_id = ${member} and conversation_id = ${conversation}`.execute(
      tx,
    );
    const [side] = sides;
    if (!side?.request) throw refuse('not_found');
    // The order of a send: first the sender, then the conversation.
    await sql`select from members where id = ${side.other_id} for no key update`.execute(tx);
    await sql`select from conversations where id = ${conversation} for no key update`.execute(tx);
    const { rows } = await sql`
      update participants set request = ${state}, hidden = ${!accept},
          cleared_to_id = case when ${accept} then cleared_to_id else last_message_id end
        where member_id = ${member} and conversation_id = ${conversation} and request in ('waiting', 'veiled') returning 1`.execute(
      tx,
    );
    if (rows.length === 0 || accept) return { changed: rows.length > 0, other: side.other_id, booked: null };
    const { rows: paid } = await sql<ReturnedMessage>`
      select conversation_id as conversation, id, credits, created_at as "sentAt" from messages
        where conversation_id = ${conversation} and sender_id = ${side.other_id} and credits > 0 order by id`.execute(
      tx,
    );
    const booked = await giveBackMessages(tx, side.other_id, paid);
    if (booked)
      await recordActivity(app, tx, {
        member: side.other_id,
        kind: 'credits_returned',
        key: `request ${conversation}`,
        about: member,
        details: { credits: booked.returned, conversation },
      });
    return { changed: true, other: side.other_id, booked };
  });
  if (!result.changed) return;
  app.events.emit(member, 'changed', { what: 'chats', conversation });
  if (result.booked) {
    const { credits, paidUser } = result.booked;
    app.events.emit(result.other, 'credits', { credits, paid_user: paidUser, reason: 'unanswered' });
  }
}
