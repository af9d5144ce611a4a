import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { itemAt } from '#contract/must.ts';
import type { Verification } from '#contract/photos/verification.ts';
import { poses } from '#contract/rules/verification-rules.ts';
import { inTransaction, type Db, type Tx } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { lockMember } from '../lock-member.ts';
import { newestVerification, verificationOf } from './verification-of.ts';

/**
 * POST /api/verification.php: draws a pose, which stays the same for a day, even if the request is withdrawn
 * in the meantime. Throws `conflict` if the member is verified or waiting for a decision, and
 * `verification_needs_photo` if the member has no public photo to compare with.
 */
export async function beginVerification(db: Db, member: number): Promise<Verification> {
  await inTransaction(db, async (tx) => {
    await lockMember(tx, member);
    const { rows } = await sql<{ verified: boolean; comparable: boolean }>`
      select verified, exists (select from photos where member_id = p.id and status = 'active' and not private) as comparable
      from profiles p where id = ${member} and kind = 'member'`.execute(tx);
    if (!rows[0] || rows[0].verified) throw refuse('conflict');
    if (!rows[0].comparable) throw refuse('verification_needs_photo');
    const last = await newestVerification(tx, member);
    const pose = itemAt(poses, randomInt(poses.length));
    if (last?.withdrawn && !last.stale) await askAgain(tx, last.id);
    else if (!last || last.decided_at)
      await sql`insert into verifications (member_id, pose) values (${member}, ${pose})`.execute(tx);
    else if (last.sent_at) throw refuse('conflict');
    else if (last.stale)
      await sql`update verifications set pose = ${pose}, asked_at = app_now() where id = ${last.id}`.execute(
        tx,
      );
  });
  return verificationOf(db, member);
}

/**
 * Replaces a withdrawn request by one with the same pose and end. It has a new id, because a moderator may
 * still see the withdrawn selfie and must not decide about the next one.
 */
async function askAgain(tx: Tx, withdrawn: number): Promise<void> {
  await sql`
    with gone as (delete from verifications where id = ${withdrawn} returning member_id, pose, asked_at)
    insert into verifications (member_id, pose, asked_at) select member_id, pose, asked_at from gone`.execute(
    tx,
  );
}
