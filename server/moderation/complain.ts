import { sql } from 'kysely';
import { checkEmail } from '#contract/rules/account-rules.ts';
import type { CallBody } from '#contract/calls.ts';
import type { Locale } from '#contract/lists/locales.ts';
import { inTransaction, type Tx } from '../platform/database/index.ts';
import type { App } from '../platform/app.ts';
import { refuse, refuseFields } from '../platform/http/refusal.ts';
import { foldersOf, type Evidence } from './evidence.ts';
import { relationTo, seenThrough, type Viewer } from '../visibility/index.ts';
import { queueEvent } from '../webhooks/index.ts';

type Complaint = CallBody<'complaint'>;

/** Who complains: a member's id, null for a visitor, who leaves an address instead. */
export interface Reporter extends Viewer {
  locale: Locale;
  host: string;
}

/** Messages before and after the one complained about that are kept as evidence. */
const CONTEXT = 10;

/**
 * POST /api/complaint.php: a complaint, about a profile, a photo or a message or about the site. What it speaks of is
 * copied as evidence at once, so that changing or deleting it later hides nothing. The reporter gets a receipt by mail.
 *
 * Refuses `invalid_fields`; `not_found` for a profile, photo or message that the reporter may not see.
 */
export async function complain(app: Pick<App, 'db' | 'jobs' | 'mailer'>, viewer: Reporter, complaint: Complaint): Promise<{ id: number }> {
  const { id: reporter, locale, host } = viewer;
  const text = complaint.text.trim();
  if (text === '') throw refuseFields({ text: 'required' });
  const email = complaint.email?.trim() || null;
  if (reporter === null && email === null) throw refuseFields({ email: 'required' });
  if (email !== null && checkEmail(email)) throw refuseFields({ email: 'email_invalid' });

  return inTransaction(app.db, async (tx) => {
    const known = await findRepeat(tx, reporter, email, complaint.client_id);
    if (known !== null) return { id: known };
    const message = complaint.message === undefined ? null : await messageEvidence(tx, reporter, complaint.message);
    const photo = complaint.photo === undefined ? null : await photoEvidence(tx, complaint.photo);
    const about = complaint.profile ?? message?.sender ?? photo?.member ?? null;
    if ((message && message.sender !== about) || (photo && photo.member !== about)) throw refuse('not_found');
    const profile = about === null ? null : await profileEvidence(tx, viewer, about);
    const evidence = { ...(profile && { profile }), ...(message && { message }), ...(photo && { photo }) };
    const { rows } = await sql<{ id: number }>`
      insert into complaints (reporter_id, reporter_email, profile_id, message_id, photo_id, category, body, evidence, evidence_folders, client_id, locale, host)
      values (${reporter}, ${reporter === null ? email : null}, ${about}, ${complaint.message ?? null}, ${complaint.photo ?? null}, ${complaint.category}, ${text},
        ${JSON.stringify(evidence)}::jsonb, ${foldersOf(evidence)}::text[], ${complaint.client_id ?? null}, ${locale}, ${host})
      returning id`.execute(tx);
    const { id } = rows[0]!;
    await queueEvent(app, tx, {
      event: 'complaint.received',
      member: reporter,
      site: host,
      data: { complaint: id, category: complaint.category, profile: about },
    });
    const to = reporter === null ? { email, name: undefined } : await addressOf(tx, reporter);
    // A visitor's words are not repeated: the form must not write to strangers in somebody's name.
    if (to?.email)
      await app.mailer.send(tx, 'complaint-receipt', { email: to.email, name: to.name, locale, host }, { id, text: reporter === null ? '' : text });
    return { id };
  });
}

/** The complaint that a repeated call has made already. */
async function findRepeat(tx: Tx, reporter: number | null, email: string | null, clientId: string | undefined): Promise<number | null> {
  if (!clientId) return null;
  const { rows } = await sql<{ id: number }>`
    select id from complaints where client_id = ${clientId} and reporter_id is not distinct from ${reporter} and (${reporter}::bigint is not null or reporter_email = ${email})`.execute(
    tx,
  );
  return rows[0]?.id ?? null;
}

export const addressOf = (tx: Tx, member: number) =>
  tx
    .selectFrom('members')
    .innerJoin('profiles', 'profiles.id', 'members.id')
    .where('members.id', '=', member)
    .select(['members.email', 'profiles.name'])
    .executeTakeFirst();

/** Also of somebody who blocked the reporter: that must not shut a complaint out. */
async function profileEvidence(tx: Tx, viewer: Viewer, id: number): Promise<NonNullable<Evidence['profile']>> {
  const relation = await relationTo(tx, viewer, id);
  if (!relation || relation.own || seenThrough(relation, 'opened') === 'hidden') throw refuse('not_found');
  const { rows } = await sql<NonNullable<Evidence['profile']>>`
    select p.id, p.name, p.kind, p.gender, p.country, p.city, p.about,
      (select coalesce(json_agg(json_build_object('id', photo.id, 'storage_key', photo.storage_key)), '[]') from photos photo
        where photo.member_id = p.id and photo.status = 'active' and not photo.private) as photos
    from profiles p where p.id = ${id}`.execute(tx);
  return rows[0]!;
}

/** A message that the reporter got, with those around it: only from a conversation of the reporter's own. */
async function messageEvidence(tx: Tx, reporter: number | null, id: number): Promise<NonNullable<Evidence['message']>> {
  if (reporter === null) throw refuse('not_found');
  const { rows } = await sql<{ conversation: number; sender: number }>`
    select m.conversation_id as conversation, m.sender_id as sender
    from participants c join messages m on m.conversation_id = c.conversation_id and m.id = ${id}
    where c.member_id = ${reporter} and m.sender_id <> ${reporter} and m.id > c.cleared_to_id`.execute(tx);
  const found = rows[0];
  if (!found) throw refuse('not_found');
  const around = await sql<NonNullable<Evidence['message']>['messages'][number]>`
    select id, sender_id, kind, body, gift, created_at, (select storage_key from chat_images where chat_images.id = image_id) as folder from (
      (select * from messages where conversation_id = ${found.conversation} and id <= ${id} order by id desc limit ${CONTEXT + 1})
      union all
      (select * from messages where conversation_id = ${found.conversation} and id > ${id} order by id limit ${CONTEXT})
    ) m order by id`.execute(tx);
  return { id, conversation: found.conversation, sender: found.sender, messages: around.rows };
}

async function photoEvidence(tx: Tx, id: number): Promise<NonNullable<Evidence['photo']>> {
  const photo = await tx
    .selectFrom('photos')
    .where('id', '=', id)
    .where('status', '=', 'active')
    .select(['id', 'member_id as member', 'storage_key'])
    .executeTakeFirst();
  if (!photo) throw refuse('not_found');
  return photo;
}
