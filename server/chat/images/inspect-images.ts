import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import type { ChatImageRefusal } from '#contract/photos/refusal-reasons.ts';
import { recordActivity } from '../../activity/index.ts';
import { giveBackMessages } from '../../credits/index.ts';
import { holdAccount } from '../../identity/index.ts';
import { claimItems, type Reviewer } from '../../photos/index.ts';
import type { App } from '../../platform/app.ts';
import { one, inTransaction, type Tx } from '../../platform/database/index.ts';
import { nextPage } from '../../platform/database/next-page.ts';
import type { AuditNote } from '../../platform/http/context.ts';
import { readCursor, writeCursor } from '../../platform/http/cursor.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { profileCards } from '../../profiles/index.ts';
import { ofMemberInLanguages, ofMemberInSites } from '../../site-scope/index.ts';
import { operatorView } from '../../visibility/index.ts';
import { imageOfMessage, isSent } from './image-of-message.ts';
import { lockMessage } from './lock-message.ts';

const PAGE = 30;
const LIST = 'waiting chat images';

/**
 * GET /api/admin/chat-images: flagged images of conversations that wait for a decision, longest waiting
 * first, without the operator's own, and without images that were never sent or whose message was deleted.
 * Each moderator gets items that no colleague is shown at the same time.
 */
export async function waitingChatImages(
  app: Pick<App, 'db' | 'parts'>,
  operator: Reviewer,
  cursor?: string,
): Promise<CallReply<'adminChatImages'>> {
  const [after] = readCursor(LIST, cursor, 1) ?? [0];
  const waits = sql`i.status = 'inspecting' and not i.awaits_lists and i.member_id <> ${operator.id} and ${ofMemberInSites(operator.sites, sql`i.member_id`)} and ${ofMemberInLanguages(operator.languages, sql`i.member_id`)}`;
  const claimed = await claimItems(
    app.db,
    'chat_images',
    operator,
    sql`select i.id from chat_images i where ${waits} and i.id > ${after} and ${isSent}`,
  );
  const [{ rows }, total] = await Promise.all([
    sql<{
      id: number;
      sender: number;
      recipient: number;
      body: string | null;
      credits: number;
      created_at: Date;
      intimate: boolean | null;
    }>`
      select i.id, i.intimate, i.member_id as sender, side.other_id as recipient, m.body, m.credits, m.created_at
        from chat_images i
        cross join lateral messages_with(${imageOfMessage}) m
        cross join lateral side_of(i.member_id, m.conversation_id) side
        where ${waits} and i.id > ${after} and (${claimed}::bigint[] is null or i.id = any(${claimed})) order by i.id limit ${PAGE + 1}`.execute(
      app.db,
    ),
    one(
      sql<{ waiting: number }>`
      select count(*)::int as waiting from chat_images i where ${waits} and ${isSent}`.execute(app.db),
    ),
  ]);
  const page = rows.slice(0, PAGE);
  const ids = [...new Set(page.flatMap(({ sender, recipient }) => [sender, recipient]))];
  const cards = new Map(
    (await profileCards(app, operatorView(operator.id), ids)).map((card) => [card.id, card]),
  );
  return {
    images: page.flatMap(({ id, sender, recipient, body, credits, created_at, intimate }) => {
      const [from, to] = [cards.get(sender), cards.get(recipient)];
      return from && to
        ? [
            {
              id,
              sender: from,
              recipient: to,
              filename: app.parts.chatImages.of(id).filename,
              text: body,
              credits,
              intimate,
              created_at: created_at.toISOString(),
            },
          ]
        : [];
    }),
    waiting: total.waiting,
    next: nextPage(rows, PAGE, (last) => writeCursor(LIST, [last.id])),
  };
}

interface ImageDecision {
  operatorId: number;
  id: number;
  approve: boolean;
  /** The recipient sees it blurred. An image without a verdict is otherwise shown clearly. */
  intimate?: boolean | undefined;
  /** What the sender reads about a refusal. Defaults to `other`. */
  reason?: ChatImageRefusal | undefined;
  audit: AuditNote;
}

/**
 * POST /api/admin/chat-images: shows a flagged image to the recipient, or refuses it with a reason that the
 * sender reads. Only the sender has seen a refused image, so its price is refunded; copies of it are flagged
 * from then on, and one refused as under age holds the sender's account (product 12.16). Updates both members' open pages. Repeating a decision changes nothing. Throws `not_found` if
 * the image does not exist, `own_decision` for the operator's own image, and `conflict` for the opposite decision,
 * which would be too late: the image was seen or the credits were refunded, and for the approval of an image that waits for
 * the matcher.
 */
export async function decideChatImage(
  app: Pick<App, 'db' | 'events' | 'jobs'>,
  { operatorId, id, approve, intimate = false, reason = 'other', audit }: ImageDecision,
): Promise<void> {
  const [status, refusal] = approve ? (['active', null] as const) : (['refused', reason] as const);
  const done = await inTransaction(app.db, async (tx) => {
    const sender = (
      await sql<{ member_id: number }>`select member_id from chat_images where id = ${id}`.execute(tx)
    ).rows[0]?.member_id;
    if (sender === undefined) throw refuse('not_found');
    if (sender === operatorId) throw refuse('own_decision');
    // Every operation that charges locks in this order: the member, the conversation, then the rest.
    await sql`select from members where id = ${sender} for no key update`.execute(tx);
    const image = await decidable(tx, id, status);
    if (!image) return null;
    await sql`update chat_images set status = ${status}, refusal_reason = ${refusal}, decided_at = app_now(), decided_by = ${operatorId}, intimate = coalesce(intimate, ${intimate}) or ${intimate} where id = ${id}`.execute(
      tx,
    );
    if (refusal === 'minor') await holdSender(app, tx, sender, image.storage_key);
    const sent = await sentWith(tx, id, sender);
    const back = sent && !approve ? await giveBack(tx, { id, sender, sent }) : null;
    if (sent && back) await recordReturn(app, tx, { id, sender, sent, credits: back.returned });
    await audit(tx, {
      act: approve ? 'chat_image.approve' : 'chat_image.refuse',
      member: sender,
      object: id,
      details: { returned: back?.returned ?? 0, reason: refusal },
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

/** Locks the image. Null if it has been decided so before. Throws `conflict` if it cannot be decided so. */
async function decidable(
  tx: Tx,
  id: number,
  status: 'active' | 'refused',
): Promise<{ storage_key: string | null } | null> {
  const { rows } = await sql<{ status: string; storage_key: string | null; awaits_lists: boolean }>`
    select status, storage_key, awaits_lists from chat_images where id = ${id} for update`.execute(tx);
  const [image] = rows;
  if (!image) throw refuse('not_found');
  if (image.status === status) return null;
  if (image.status !== 'inspecting') throw refuse('conflict');
  // A picture must not be shown before it was compared with the lists.
  if (image.awaits_lists && status === 'active') throw refuse('conflict');
  return image;
}

const holdSender = (app: Pick<App, 'events' | 'jobs'>, tx: Tx, member: number, picture: string | null) =>
  holdAccount(app, tx, { member, reason: 'minor_picture', ...(picture !== null && { picture }) });

const recordReturn = (
  app: Pick<App, 'events'>,
  tx: Tx,
  { id, sender, sent, credits }: { id: number; sender: number; sent: SentImage; credits: number },
) =>
  recordActivity(app, tx, {
    member: sender,
    kind: 'credits_returned',
    key: `image ${id}`,
    about: sent.recipient,
    details: { credits, conversation: sent.conversation },
  });

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
      from chat_images i cross join lateral messages_with(${imageOfMessage}) m cross join lateral side_of(${sender}, m.conversation_id) side
      where i.id = ${image}`.execute(tx);
  const [sent] = rows;
  return sent && { ...sent, ...(await lockMessage(tx, sent)) };
}

/** The price of an album is returned once nothing of it is left to see. */
async function isAllRefused(tx: Tx, image: number): Promise<boolean> {
  const { refused } = await one(
    sql<{ refused: boolean }>`
    with first as (select ${imageOfMessage} as id from chat_images i where i.id = ${image})
    select bool_and(i.status = 'refused') as refused from chat_images i
      where i.id = (select id from first) or i.album_of = (select id from first)`.execute(tx),
  );
  return refused;
}

async function giveBack(tx: Tx, { id, sender, sent }: { id: number; sender: number; sent: SentImage }) {
  const { conversation, message, credits, created_at } = sent;
  if (credits === 0 || !(await isAllRefused(tx, id))) return null;
  await sql`update messages set credits = 0 where conversation_id = ${conversation} and id = ${message}`.execute(
    tx,
  );
  await sql`update participants set credits_spent = credits_spent - ${credits} where member_id = ${sender} and conversation_id = ${conversation}`.execute(
    tx,
  );
  return giveBackMessages(tx, sender, [{ conversation, id: message, credits, sentAt: created_at }]);
}
