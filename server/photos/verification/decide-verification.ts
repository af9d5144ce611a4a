import { sql } from 'kysely';
import type { VerificationReason } from '#contract/rules/verification-rules.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import type { AuditNote } from '../../platform/http/context.ts';
import { refuse, refuseFields } from '../../platform/http/refusal.ts';
import { lockMember } from '../lock-member.ts';
import { settleVerification } from './settle-verification.ts';

interface VerificationDecision {
  operator: number;
  id: number;
  verified: boolean;
  reason?: VerificationReason | undefined;
  audit: AuditNote;
}

/**
 * POST /api/admin/verifications: grants the badge or refuses it with a reason. Either way the selfie is
 * deleted and the member is notified by mail and live event. Repeating a decision changes nothing. Throws
 * `not_found` if the request does not exist, `conflict` if it was decided otherwise or withdrawn, and
 * `invalid_fields` for a refusal without a reason.
 */
export async function decideVerification(
  app: Pick<App, 'db' | 'events' | 'jobs' | 'mailer'>,
  { operator, id, verified, reason, audit }: VerificationDecision,
): Promise<void> {
  const refusal = verified ? null : reason;
  if (refusal === undefined) throw refuseFields({ reason: 'required' });
  const owner = await inTransaction(app.db, async (tx) => {
    const asked = await sql<{
      member_id: number;
    }>`select member_id from verifications where id = ${id}`.execute(tx);
    const member = asked.rows[0]?.member_id;
    if (member === undefined) throw refuse('not_found');
    await lockMember(tx, member);
    const { rows } = await sql<{
      verified: boolean | null;
      sent_at: Date | null;
      decided_at: Date | null;
      storage_key: string | null;
    }>`
      select verified, sent_at, decided_at, storage_key from verifications where id = ${id} for update`.execute(
      tx,
    );
    const found = rows[0];
    if (found?.verified === verified) return null;
    if (!found || found.decided_at !== null || found.sent_at === null) throw refuse('conflict');
    await settleVerification(app, tx, {
      id,
      member,
      folder: found.storage_key,
      reason: refusal,
      operator,
    });
    await audit(tx, {
      act: verified ? 'verification.verify' : 'verification.refuse',
      member,
      object: id,
      details: { reason: reason ?? null },
    });
    return member;
  });
  if (owner !== null) app.events.emit(owner, 'changed', { what: 'user' });
}
