import { sql } from 'kysely';
import type { Verification } from '#contract/photos/verification.ts';
import type { Pose, VerificationReason } from '#contract/rules/verification-rules.ts';
import type { Db } from '../../platform/database/index.ts';

/** A pose expires soon, which leaves little time to fake one. */
const POSE_HOURS = 24;

interface Row {
  id: number;
  pose: Pose;
  storage_key: string | null;
  sent_at: Date | null;
  decided_at: Date | null;
  refusal_reason: VerificationReason | null;
  stale: boolean;
  /** Decisions always store a result, so only a withdrawn request has none. */
  withdrawn: boolean;
}

export async function newestVerification(db: Db, member: number): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select id, pose, storage_key, sent_at, decided_at, refusal_reason, asked_at < app_now() - ${POSE_HOURS} * interval '1 hour' as stale,
      decided_at is not null and verified is null as withdrawn
    from verifications where member_id = ${member} order by id desc limit 1`.execute(db);
  return rows[0];
}

export async function verificationOf(db: Db, member: number): Promise<Verification> {
  const [last, { rows }] = await Promise.all([
    newestVerification(db, member),
    sql<{ verified: boolean }>`select verified from profiles where id = ${member}`.execute(db),
  ]);
  if (rows[0]?.verified) return { state: 'verified', pose: null, reason: null };
  if (!last) return { state: 'none', pose: null, reason: null };
  if (last.decided_at)
    return { state: last.refusal_reason ? 'refused' : 'none', pose: null, reason: last.refusal_reason };
  if (last.sent_at) return { state: 'waiting', pose: last.pose, reason: null };
  return last.stale
    ? { state: 'none', pose: null, reason: null }
    : { state: 'asked', pose: last.pose, reason: null };
}
