import { sql, type RawBuilder } from 'kysely';
import type { Static } from 'typebox';
import type { arrangeBody } from '#contract/chat/conversations.ts';
import { MOST_PINNED, type MuteTime } from '#contract/rules/chat-rules.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, one, type Tx } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { talkingWith, type Viewer } from '../../visibility/index.ts';
import { queueNotification, type MessageNews } from '../notification/message-notification.ts';

const muteEnds: Record<MuteTime, RawBuilder<unknown>> = {
  hour: sql`app_now() + interval '1 hour'`,
  eight_hours: sql`app_now() + interval '8 hours'`,
  week: sql`app_now() + interval '7 days'`,
  forever: sql`'infinity'::timestamptz`,
};

/**
 * PUT /api/chat.php: changes how a conversation stands in the member's own list (docs/product.md 10.18). The other side
 * keeps its own order and learns nothing. A repeat changes nothing. Throws `not_found` if the member's list has no such
 * conversation, and `too_many_pinned`.
 */
export async function arrangeConversation(
  app: Pick<App, 'db' | 'events' | 'parts' | 'jobs'>,
  viewer: Viewer<number>,
  { conversation, pinned, archived, unread, mute }: Static<typeof arrangeBody>,
): Promise<void> {
  const member = viewer.id;
  await inTransaction(app.db, async (tx) => {
    if (pinned) await refuseMorePins(tx, viewer, conversation);
    const columns = Object.entries({
      ...(unread !== undefined && { marked_unread: sql`${unread} and unread = 0` }),
      ...(mute !== undefined && { muted_until: mute === null ? sql`null` : muteEnds[mute] }),
      ...(pinned !== undefined && { pinned: sql`${pinned}` }),
      ...(pinned && { archived: sql`false` }),
      ...(archived !== undefined && { archived: sql`${archived}` }),
      // The archive has no pins, and what is put there counts as read, without a receipt.
      ...(archived && { pinned: sql`false`, unread: sql`0`, marked_unread: sql`false` }),
    });
    if (columns.length === 0) throw refuse('bad_request');
    const changes = columns.map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
    const { rows } = await sql<{ unread: number }>`
      update participants set ${sql.join(changes)}
        where member_id = ${member} and conversation_id = ${conversation} and not hidden returning unread`.execute(
      tx,
    );
    const [side] = rows;
    if (!side) throw refuse('not_found');
    if (mute === null && side.unread > 0) await queueNotification(app, tx, { member, conversation });
  });
  app.events.emit(member, 'changed', { what: 'order', conversation });
  await app.parts.badges.announce(member);
}

/** Takes a conversation out of the archive because a mute ended with messages unread. */
export async function bringBack(
  app: Pick<App, 'db' | 'events'>,
  { member, conversation }: MessageNews,
): Promise<void> {
  await sql`update participants set archived = false where member_id = ${member} and conversation_id = ${conversation} and archived`.execute(
    app.db,
  );
  app.events.emit(member, 'changed', { what: 'order', conversation });
}

/** Counts only what the list shows, since nobody can take the pin off a conversation with a hidden member. */
async function refuseMorePins(tx: Tx, viewer: Viewer<number>, conversation: number): Promise<void> {
  // Two pins at once wait for each other.
  await sql`select from members where id = ${viewer.id} for no key update`.execute(tx);
  const { pinned } = await one(
    sql<{ pinned: number }>`
      select count(*)::int as pinned from sides_of(${viewer.id}) side join profiles p on p.id = side.other_id
        where side.pinned and not side.hidden and side.conversation_id <> ${conversation}
          and ${talkingWith(viewer)}`.execute(tx),
  );
  if (pinned >= MOST_PINNED) throw refuse('too_many_pinned', { most: MOST_PINNED });
}
