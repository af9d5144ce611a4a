import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { poses, type Pose, type VerificationReason } from '#contract/rules/verification-rules.ts';
import type { Verification } from '#contract/verification.ts';
import { inTransaction, type Db } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { PhotoParts } from '../add-photo.ts';
import { lockMember } from '../figures.ts';
import { dropFiles, keepFiles } from '../files.ts';
import { processPhoto } from '../process-photo.ts';

/** A requested pose is valid for this long; then another is drawn, so that nobody has time to fake one. */
const POSE_HOURS = 24;

interface Row {
  id: number;
  pose: Pose;
  storage_key: string | null;
  sent_at: Date | null;
  decided_at: Date | null;
  refusal_reason: VerificationReason | null;
  stale: boolean;
}

async function newest(db: Db, member: number): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select id, pose, storage_key, sent_at, decided_at, refusal_reason, asked_at < app_now() - ${POSE_HOURS} * interval '1 hour' as stale
    from verifications where member_id = ${member} order by id desc limit 1`.execute(db);
  return rows[0];
}

/** GET /api/verification.php: how far a member's verification is. */
export async function verificationOf(db: Db, member: number): Promise<Verification> {
  const [last, { rows }] = await Promise.all([newest(db, member), sql<{ verified: boolean }>`select verified from profiles where id = ${member}`.execute(db)]);
  if (rows[0]?.verified) return { state: 'verified', pose: null, reason: null };
  if (!last) return { state: 'none', pose: null, reason: null };
  if (last.decided_at) return { state: last.refusal_reason ? 'refused' : 'none', pose: null, reason: last.refusal_reason };
  if (last.sent_at) return { state: 'waiting', pose: last.pose, reason: null };
  return last.stale ? { state: 'none', pose: null, reason: null } : { state: 'asked', pose: last.pose, reason: null };
}

/**
 * POST /api/verification.php: draws a pose. Asking again within a day gives the same one. Refuses `conflict` to whoever is verified or
 * waits, `verification_needs_photo` without a public photo to compare with.
 */
export async function beginVerification(db: Db, member: number): Promise<Verification> {
  await inTransaction(db, async (tx) => {
    await lockMember(tx, member);
    const { rows } = await sql<{ verified: boolean; comparable: boolean }>`
      select verified, exists (select from photos where member_id = p.id and status = 'active' and not private) as comparable
      from profiles p where id = ${member} and kind = 'member'`.execute(tx);
    if (!rows[0] || rows[0].verified) throw refuse('conflict');
    if (!rows[0].comparable) throw refuse('verification_needs_photo');
    const last = await newest(tx, member);
    const pose = poses[randomInt(poses.length)]!;
    if (!last || last.decided_at) await sql`insert into verifications (member_id, pose) values (${member}, ${pose})`.execute(tx);
    else if (last.sent_at) throw refuse('conflict');
    else if (last.stale) await sql`update verifications set pose = ${pose}, asked_at = app_now() where id = ${last.id}`.execute(tx);
  });
  return verificationOf(db, member);
}

/**
 * PUT /api/verification.php: keeps the selfie for the moderators. A repeat changes nothing. Refuses `conflict` when none was asked for
 * or the pose is too old, and the codes of `processPhoto`.
 */
export async function sendSelfie(app: PhotoParts, member: number, content: Buffer): Promise<Verification> {
  const { state } = await verificationOf(app.db, member);
  if (state === 'waiting') return verificationOf(app.db, member);
  if (state !== 'asked') throw refuse('conflict');
  const folder = await keepFiles(app, await processPhoto(content));
  const { numAffectedRows } = await sql`
    update verifications set storage_key = ${folder}, sent_at = app_now()
    where member_id = ${member} and decided_at is null and sent_at is null`.execute(app.db);
  // Two at once: the first counts.
  if (numAffectedRows === 0n) await dropFiles(app, app.db, folder);
  app.events.emit(member, 'changed', { what: 'user' });
  return verificationOf(app.db, member);
}

/** DELETE /api/verification.php: forgets a request that waits, with its selfie. A repeat is fine. */
export async function withdrawVerification(app: PhotoParts, member: number): Promise<Verification> {
  await inTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ storage_key: string | null }>`
      delete from verifications where member_id = ${member} and decided_at is null returning storage_key`.execute(tx);
    for (const { storage_key: folder } of rows) if (folder) await dropFiles(app, tx, folder);
  });
  return verificationOf(app.db, member);
}
