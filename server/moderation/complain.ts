import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import type { Locale } from '#contract/lists/locales.ts';
import { checkEmail } from '#contract/rules/account-rules.ts';
import type { App } from '../platform/app.ts';
import { one, inTransaction, type Tx } from '../platform/database/index.ts';
import { refuse, refuseFields } from '../platform/http/refusal.ts';
import { relationTo, seenThrough, type Viewer } from '../visibility/index.ts';
import { queueEvent } from '../webhooks/index.ts';
import { foldersOf, type Evidence } from './evidence.ts';
import { refuseMisuse } from './misuse/refuse-misuse.ts';

type Complaint = CallBody<'complaint'>;

/** The sender of a complaint. `id` is null for a visitor, who leaves an address instead. */
export interface Reporter extends Viewer {
  locale: Locale;
  host: string;
  /** The writer who sends it for the fictional profile `id`. Such complaints are urgent. */
  deskOperator?: number;
  /** The trusted flagger that sends it. Such complaints come first, and may be about any profile. */
  trustedFlagger?: string;
}

const CONTEXT = 10;

/**
 * POST /api/complaint.php: stores a complaint about a profile, a photo, a voice introduction, a message or the site. The reported
 * content is copied as evidence, so that its owner cannot hide it by later changes. The reporter gets a
 * receipt by mail. Throws `invalid_fields` for an invalid form, and `not_found` for a profile, photo,
 * introduction or message that the reporter may not see, and `complaints_suspended` for a reporter whose
 * complaints are suspended.
 */
export async function complain(
  app: Pick<App, 'db' | 'jobs' | 'mailer' | 'parts'>,
  viewer: Reporter,
  complaint: Complaint,
): Promise<{ id: number }> {
  const { id: reporter, host } = viewer;
  const words = checkWords(reporter, complaint);
  return inTransaction(app.db, async (tx) => {
    const known = await findRepeat(tx, reporter, words.email, complaint.client_id);
    if (known !== null) return { id: known };
    if (reporter !== null) await refuseMisuse(app, tx, { id: reporter, host }, complaint.category);
    const { about, evidence } = await evidenceOf(tx, viewer, complaint);
    const id = await storeComplaint(tx, viewer, complaint, { ...words, about, evidence });
    // The site of the member complained about handles it.
    await queueEvent(app, tx, {
      event: 'complaint.received',
      member: reporter,
      site: about === null ? host : await hostOf(tx, about),
      data: { complaint: id, category: complaint.category, profile: about },
    });
    await mailReceipt(app, tx, viewer, { id, ...words });
    return { id };
  });
}

async function hostOf(tx: Tx, member: number): Promise<string | null> {
  const found = await tx.selectFrom('members').where('id', '=', member).select('host').executeTakeFirst();
  return found?.host ?? null;
}

interface Words {
  text: string;
  email: string | null;
  /** The name that a visitor typed. Null for members, whose profile has one. */
  name: string | null;
  contentUrl: string | null;
}

function checkWords(reporter: number | null, complaint: Complaint): Words {
  const text = complaint.text.trim();
  if (text === '') throw refuseFields({ text: 'required' });
  const email = complaint.email?.trim() || null;
  if (reporter === null && email === null) throw refuseFields({ email: 'required' });
  if (email !== null && checkEmail(email)) throw refuseFields({ email: 'email_invalid' });
  return {
    text,
    email,
    name: (reporter === null && complaint.name?.trim()) || null,
    contentUrl: complaint.content_url?.trim() || null,
  };
}

async function evidenceOf(
  tx: Tx,
  viewer: Reporter,
  complaint: Complaint,
): Promise<{ about: number | null; evidence: Evidence }> {
  const message =
    complaint.message === undefined ? null : await messageEvidence(tx, viewer.id, complaint.message);
  const photo = complaint.photo === undefined ? null : await photoEvidence(tx, complaint.photo);
  const intro = complaint.voice_intro === undefined ? null : await introEvidence(tx, complaint.voice_intro);
  const owners = [complaint.profile, message?.sender, photo?.member, intro?.member].filter(
    (owner) => owner !== undefined,
  );
  const about = owners[0] ?? null;
  if (owners.some((owner) => owner !== about)) throw refuse('not_found');
  const profile = about === null ? null : await profileEvidence(tx, viewer, about);
  return {
    about,
    evidence: {
      ...(profile && { profile }),
      ...(message && { message }),
      ...(photo && { photo }),
      ...(intro && { voice_intro: intro }),
    },
  };
}

async function storeComplaint(
  tx: Tx,
  { id: reporter, locale, host, deskOperator, trustedFlagger }: Reporter,
  { message, photo, voice_intro, category, client_id }: Complaint,
  { text, email, name, contentUrl, about, evidence }: Words & { about: number | null; evidence: Evidence },
): Promise<number> {
  const { id } = await one(
    sql<{ id: number }>`
    insert into complaints (reporter_id, reporter_email, reporter_name, content_url, profile_id, message_id, photo_id, voice_intro_id, category, body, evidence, evidence_folders, client_id, locale, host, desk_operator, trusted_flagger_id)
    values (${reporter}, ${reporter === null ? email : null}, ${name}, ${contentUrl}, ${about}, ${message ?? null}, ${photo ?? null}, ${voice_intro ?? null}, ${category}, ${text},
      ${JSON.stringify(evidence)}::jsonb, ${foldersOf(evidence)}::text[], ${client_id ?? null}, ${locale}, ${host}, ${deskOperator ?? null}, ${trustedFlagger ?? null})
    returning id`.execute(tx),
  );
  return id;
}

/** The receipt omits a visitor's text: otherwise this form could send mail with any content to strangers. */
async function mailReceipt(
  { mailer }: Pick<App, 'mailer'>,
  tx: Tx,
  { id: reporter, locale, host }: Reporter,
  { id, text, email }: Words & { id: number },
): Promise<void> {
  if (reporter === null) {
    if (email !== null) await mailer.sendToTyped(tx, 'complaint-receipt', { email, locale, host }, { id });
    return;
  }
  const person = await addressOf(tx, reporter);
  if (!person?.email) return;
  const to = { email: person.email, name: person.name, locale, memberId: reporter, host };
  await mailer.send(tx, 'complaint-receipt', to, { id, text });
}

async function findRepeat(
  tx: Tx,
  reporter: number | null,
  email: string | null,
  clientId: string | undefined,
): Promise<number | null> {
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

/** Includes profiles that blocked the reporter: a block must not prevent a complaint. */
async function profileEvidence(
  tx: Tx,
  viewer: Reporter,
  id: number,
): Promise<NonNullable<Evidence['profile']>> {
  if (viewer.trustedFlagger === undefined) {
    const relation = await relationTo(tx, viewer, id);
    if (!relation || relation.own || seenThrough(relation, 'opened') === 'hidden') throw refuse('not_found');
  }
  return one(
    sql<NonNullable<Evidence['profile']>>`
    select p.id, p.name, p.kind, p.gender, p.country, p.city, p.about, p.prompts,
      (select coalesce(json_agg(json_build_object('id', photo.id, 'storage_key', photo.storage_key)), '[]') from photos photo
        where photo.member_id = p.id and photo.status = 'active' and not photo.private) as photos,
      (select json_build_object('id', v.id, 'storage_key', v.storage_key, 'duration_ms', v.duration_ms, 'waveform', v.waveform)
        from voice_intros v where v.member_id = p.id and v.status = 'active') as voice_intro
    from profiles p where p.id = ${id}`.execute(tx),
  );
}

/** A message that the reporter received, with its context, from one of the reporter's own conversations. */
async function messageEvidence(
  tx: Tx,
  reporter: number | null,
  id: number,
): Promise<NonNullable<Evidence['message']>> {
  if (reporter === null) throw refuse('not_found');
  const { rows } = await sql<{ conversation: number; sender: number }>`
    select m.conversation_id as conversation, m.sender_id as sender
    from (select array_agg(conversation_id) as ids from sides_of(${reporter})) mine
      cross join lateral messages_among(mine.ids, ${id}) m
      cross join lateral side_of(${reporter}, m.conversation_id) c
    where m.sender_id <> ${reporter} and m.id > c.cleared_to_id`.execute(tx);
  const found = rows[0];
  if (!found) throw refuse('not_found');
  const around = sql`(
      (select * from messages_before(${found.conversation}, ${id}::bigint + 1) order by id desc limit ${CONTEXT + 1})
      union all
      (select * from messages_after(${found.conversation}, ${id}) order by id limit ${CONTEXT})
    )`;
  // An image to be seen once is deleted soon after it was opened. Its folder stays if this evidence names it first.
  await sql`
    select from chat_images where id = any(array(select image_id from ${around} m where image_id is not null)) order by id for share`.execute(
    tx,
  );
  const { rows: messages } = await sql<NonNullable<Evidence['message']>['messages'][number]>`
    select id, sender_id, kind, body, gift, created_at, former_texts as former,
        json_build_object('sender', sender_reaction, 'recipient', recipient_reaction) as reactions, (select storage_key from chat_images where chat_images.id = image_id) as folder,
        array(select storage_key from chat_images where album_of = image_id and storage_key is not null order by album_place) as album,
        (select json_build_object('duration_ms', duration_ms, 'waveform', waveform) from chat_images where chat_images.id = image_id and chat_images.kind = 'voice') as voice
      from ${around} m order by id`.execute(tx);
  return { id, conversation: found.conversation, sender: found.sender, messages };
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

async function introEvidence(tx: Tx, id: number): Promise<NonNullable<Evidence['voice_intro']>> {
  // The folder stays if this evidence names it before the owner deletes the introduction.
  const { rows } = await sql<NonNullable<Evidence['voice_intro']>>`
    select id, member_id as member, storage_key, duration_ms, waveform from voice_intros
    where id = ${id} and status = 'active' for share`.execute(tx);
  if (!rows[0]) throw refuse('not_found');
  return rows[0];
}
