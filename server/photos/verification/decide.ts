import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import { defaultLocale, isLocale } from '#contract/lists/locales.ts';
import { SELFIE_DAYS, type Pose, type VerificationReason } from '#contract/rules/verification-rules.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Tx } from '../../platform/database/index.ts';
import type { AuditNote } from '../../platform/http/context.ts';
import { readCursor, writeCursor } from '../../platform/http/cursor.ts';
import { refuse, refuseFields } from '../../platform/http/refusal.ts';
import { profileCardMap } from '../../profiles/index.ts';
import type { PhotoAddresses } from '../addresses.ts';
import { lockMember } from '../figures.ts';
import { dropFiles } from '../files.ts';

const PAGE = 20;
const LIST = 'verifications';
/** Photos beside a selfie: enough to tell. */
const MOST_PHOTOS = 6;

/** The selfies that wait, the longest waiting first; those of accounts that are closed or leaving wait for nobody. */
export async function waitingVerifications(
  app: Pick<App, 'db' | 'parts'>,
  addresses: PhotoAddresses,
  operator: number,
  cursor?: string,
): Promise<CallReply<'adminVerifications'>> {
  const [after] = readCursor(LIST, cursor, 1) ?? [0];
  const waits = sql`v.sent_at is not null and v.decided_at is null and m.status in ('active', 'not_confirmed')`;
  const [{ rows }, total] = await Promise.all([
    sql<{ id: number; member_id: number; pose: Pose; sent_at: Date; photos: number[] }>`
      select v.id, v.member_id, v.pose, v.sent_at, array(
        select p.id from photos p where p.member_id = v.member_id and p.status = 'active' order by p.private, p.position, p.id limit ${MOST_PHOTOS}) as photos
      from verifications v join members m on m.id = v.member_id where ${waits} and v.id > ${after} order by v.id limit ${PAGE + 1}`.execute(app.db),
    sql<{ waiting: number }>`select count(*)::int as waiting from verifications v join members m on m.id = v.member_id where ${waits}`.execute(app.db),
  ]);
  const page = rows.slice(0, PAGE);
  const cards = await profileCardMap(
    app,
    operator,
    page.map((row) => row.member_id),
  );
  return {
    verifications: page.map(({ id, member_id, pose, sent_at, photos }) => ({
      id,
      member: cards.get(member_id)!,
      pose,
      selfie: `/selfies/${id}`,
      photos: photos.map((photo) => addresses.address(Number(photo), '960')),
      sent_at: sent_at.toISOString(),
    })),
    waiting: total.rows[0]!.waiting,
    next: rows.length > PAGE ? writeCursor(LIST, [page.at(-1)!.id]) : null,
  };
}

interface VerificationDecision {
  operator: number;
  id: number;
  verified: boolean;
  reason?: VerificationReason | undefined;
  audit: AuditNote;
}

/**
 * POST /api/admin/verifications.php: gives the badge or says why not; either way the selfie is deleted and the member hears of it by
 * mail and in the open page. A repeat of the same is fine. Refuses `not_found`, `conflict` when it was decided otherwise or taken back,
 * `invalid_fields` without a reason.
 */
export async function decideVerification(
  app: Pick<App, 'db' | 'events' | 'jobs' | 'mailer'>,
  { operator, id, verified, reason, audit }: VerificationDecision,
): Promise<void> {
  if (!verified && !reason) throw refuseFields({ reason: 'required' });
  const owner = await inTransaction(app.db, async (tx) => {
    const asked = await sql<{ member_id: number }>`select member_id from verifications where id = ${id}`.execute(tx);
    const member = asked.rows[0]?.member_id;
    if (member === undefined) throw refuse('not_found');
    await lockMember(tx, member);
    const { rows } = await sql<{ verified: boolean | null; sent_at: Date | null; storage_key: string | null }>`
      select verified, sent_at, storage_key from verifications where id = ${id} for update`.execute(tx);
    const found = rows[0];
    if (found?.verified === verified) return null;
    if (!found || found.verified !== null || found.sent_at === null) throw refuse('conflict');
    await settle(app, tx, { id, member, folder: found.storage_key, reason: verified ? null : reason!, operator });
    await audit(tx, { act: verified ? 'verification.verify' : 'verification.refuse', member, object: id, details: { reason: reason ?? null } });
    return member;
  });
  if (owner !== null) app.events.emit(owner, 'changed', { what: 'user' });
}

interface Settled {
  id: number;
  member: number;
  /** Of the selfie's files. */
  folder: string | null;
  /** Why not; null gives the badge. */
  reason: VerificationReason | null;
  operator: number | null;
}

/** Ends a request: keeps the outcome, deletes the selfie and writes to the member. */
async function settle(app: Pick<App, 'jobs' | 'mailer'>, tx: Tx, { id, member, folder, reason, operator }: Settled): Promise<void> {
  await sql`
    update verifications set verified = ${reason === null}, refusal_reason = ${reason}, decided_at = app_now(), decided_by = ${operator}, storage_key = null
    where id = ${id}`.execute(tx);
  if (folder) await dropFiles(app, tx, folder);
  if (reason === null) await sql`update profiles set verified = true where id = ${member}`.execute(tx);
  const { rows } = await sql<{ email: string; language: string; host: string | null; name: string }>`
    select email, language, host, name from members join profiles using (id)
    where id = ${member} and members.status in ('active', 'not_confirmed') and email is not null`.execute(tx);
  const person = rows[0];
  if (!person) return;
  const locale = isLocale(person.language) ? person.language : defaultLocale;
  const to = { email: person.email, name: person.name, locale, memberId: member, host: person.host };
  await app.mailer.send(tx, 'verification-decision', to, { name: person.name, reason });
}

/** Job: deletes selfies that nobody decided about in time, whoever's fault it was, and tells their members, who may try again. */
export async function forgetSelfies(app: Pick<App, 'db' | 'events' | 'jobs' | 'mailer'>): Promise<void> {
  const late = sql`decided_at is null and sent_at <= app_now() - ${SELFIE_DAYS} * interval '1 day'`;
  const { rows } = await sql<{ id: number; member_id: number }>`select id, member_id from verifications where ${late} order by id limit 500`.execute(app.db);
  for (const { id, member_id: member } of rows) {
    const forgotten = await inTransaction(app.db, async (tx) => {
      await lockMember(tx, member);
      const still = await sql<{ storage_key: string | null }>`select storage_key from verifications where id = ${id} and ${late} for update`.execute(tx);
      if (!still.rows[0]) return false;
      await settle(app, tx, { id, member, folder: still.rows[0].storage_key, reason: 'expired', operator: null });
      return true;
    });
    if (forgotten) app.events.emit(member, 'changed', { what: 'user' });
  }
}
