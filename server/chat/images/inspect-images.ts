import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import { recordActivity } from '../../activity/index.ts';
import { giveBackMessages } from '../../credits/index.ts';
import { claimItems, type Reviewer } from '../../photos/index.ts';
import type { App } from '../../platform/app.ts';
import { one, inTransaction, type Tx } from '../../platform/database/index.ts';
import { nextPage } from '../../platform/database/next-page.ts';
import type { AuditNote } from '../../platform/http/context.ts';
import { readCursor, writeCursor } from '../../platform/http/cursor.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { profileCards } from '../../profiles/index.ts';
import { ofMemberInSites } from '../../site-scope/index.ts';
import { operatorView } from '../../visibility/index.ts';

const PAGE = 30;
const LIST = 'waiting chat images';

/**
 * GET /api/admin/chat-images: flagged images of conversations that wait for a decision, longest waiting
 * first, without images that were never sent or whose message was deleted. Moderators get a share of their
 * own, which no colleague gets at the same time.
 */
export async function waitingChatImages(
  app: Pick<App, 'db' | 'parts'>,
  operator: Reviewer,
  cursor?: string,
): Promise<CallReply<'adminChatImages'>> {
  const [after] = readCursor(LIST, cursor, 1) ?? [0];
  const inSites = ofMemberInSites(operator.sites, sql`i.member_id`);
  const claimed = await claimItems(
    app.db,
    'chat_images',
    operator,
    sql`select i.id from chat_images i where i.status = 'inspecting' and i.id > ${after} and ${inSites} and exists (select from messages m where m.image_id = i.id)`,
  );
  const [{ rows }, total] = await Promise.all([
    sql<{ id: number; sender: number; recipient: number; credits: number; created_at: Date }>`
      select i.id, i.member_id as sender, side.other_id as recipient, m.credits, m.created_at
        from chat_images i
        join messages m on m.image_id = i.id
        join participants side on side.conversation_id = m.conversation_id and side.member_id = i.member_id
        where i.status = 'inspecting' and i.id > ${after} and ${inSites} and (${claimed}::bigint[] is null or i.id = any(${claimed})) order by i.id limit ${PAGE + 1}`.execute(
      app.db,
    ),
    one(
      sql<{ waiting: number }>`
      select count(*)::int as waiting from chat_images i where i.status = 'inspecting' and ${inSites} and exists (select from messages m where m.image_id = i.id)`.execute(
        app.db,
      ),
    ),
  ]);
  const page = rows.slice(0, PAGE);
  const ids = [...new Set(page.flatMap(({ sender, recipient }) => [sender, recipient]))];
  const cards = new Map(
    (await profileCards(app, operatorView(operator.id), ids)).map((card) => [card.id, card]),
  );
  return {
    images: page.flatMap(({ id, sender, recipient, credits, created_at }) => {
      const [from, to] = [cards.get(sender), cards.get(recipient)];
      return from && to
        ? [
            {
              id,
              sender: from,
              recipient: to,
              filename: app.parts.chatImages.of(id).filename,
              credits,
              created_at: created_at.toISOString(),
            },
          ]
        : [];
    }),
    waiting: total.waiting,
    next: nextPage(rows, PAGE, (last) => writeCursor(LIST, [last.id])),
  };
}

/**
 * POST /api/admin/chat-images: shows a flagged image to the recipient, or refuses it. Only the sender has
 * seen a refused image, so its price is refunded; copies of it are flagged from then on. Updates both
 * members' open pages. Repeating a decision changes nothing. Throws `not_found` if the image does not exist,
 * and `conflict` for the opposite decision, which would be too late: the image was seen or the credits were
 * refunded.
 */
export async function decideChatImage(
  app: Pick<App, 'db' | 'events'>,
  { operatorId, id, approve, audit }: { operatorId: number; id: number; approve: boolean; audit: AuditNote },
): Promise<void> {
  const status = approve ? 'active' : 'refused';
  const done = await inTransaction(app.db, async (tx) => {
    const sender = (
      await sql<{ member_id: number }>`select member_id from chat_images where id = ${id}`.execute(tx)
    ).rows[0]?.member_id;
    if (sender === undefined) throw refuse('not_found');
    // Every operation that charges locks in this order: the member, the conversation, then the rest.
    await sql`select from members where id = ${sender} for no key update`.execute(tx);
    const image = (
      await sql<{ status: string }>`select status from chat_images where id = ${id} for update`.execute(tx)
    ).rows[0];
    if (!image) throw refuse('not_found');
    if (image.status === status) return null;
    if (image.status !== 'inspecting') throw refuse('conflict');
    await sql`update chat_images set status = ${status}, decided_at = app_now(), decided_by = ${operatorId} where id = ${id}`.execute(
      tx,
    );
    const sent = await sentWith(tx, id, sender);
    const back = sent && !approve && sent.credits > 0 ? await giveBack(tx, sender, sent) : null;
    if (sent && back)
      await recordActivity(app, tx, {
        member: sender,
        kind: 'credits_returned',
        key: `image ${id}`,
        about: sent.recipient,
        details: { credits: back.returned, conversation: sent.conversation },
      });
    await audit(tx, {
      act: approve ? 'chat_image.approve' : 'chat_image.refuse',
      member: sender,
      object: id,
      details: { returned: back?.returned ?? 0 },
    });
    return { sender, sent, back };
  });
  if (!done) return;
  const { sender, sent, back } = done;
  if (back)
    app.events.emit(sender, 'credits', { credits: back.credits, paid_user: back.paidUser, reason: 'refund' });
  if (sent)
    for (const side of [sender, sent.recipient])
      app.events.emit(side, 'changed', { what: 'chats', conversation: sent.conversation });
}

interface SentImage {
  conversation: number;
  message: number;
  recipient: number;
  credits: number;
  created_at: Date;
}

async function sentWith(tx: Tx, image: number, sender: number): Promise<SentImage | undefined> {
  const { rows } = await sql<SentImage>`
    select m.conversation_id as conversation, m.id as message, side.other_id as recipient, m.credits, m.created_at
      from messages m join participants side on side.conversation_id = m.conversation_id and side.member_id = ${sender}
      where m.image_id = ${image} for no key update of m, side`.execute(tx);
  return rows[0];
}

async function giveBack(tx: Tx, sender: number, { conversation, message, credits, created_at }: SentImage) {
  await sql`update messages set credits = 0 where conversation_id = ${conversation} and id = ${message}`.execute(
    tx,
  );
  await sql`update participants set credits_spent = credits_spent - ${credits} where member_id = ${sender} and conversation_id = ${conversation}`.execute(
    tx,
  );
  return giveBackMessages(tx, sender, [{ conversation, id: message, credits, sentAt: created_at }]);
}
