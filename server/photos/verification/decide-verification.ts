import { sql } from 'kysely';
import type { RefusalOfSelfie } from '#contract/rules/verification-rules.ts';
import { holdAccount } from '../../identity/index.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import type { AuditNote } from '../../platform/http/context.ts';
import { refuse, refuseFields } from '../../platform/http/refusal.ts';
import { lockMember } from '../lock-member.ts';
import { settleVerification, type Statement } from './settle-verification.ts';

export interface SelfieDecision {
  operator: number;
  id: number;
  verified: boolean;
  reason?: RefusalOfSelfie | undefined;
  audit: AuditNote;
  /**
   * Stores the statement of reasons for a refusal as under age, in the refusal's transaction, and returns the token
   * for the member's appeal.
   */
  statement: Statement;
}

/**
 * Grants the badge or refuses it with a reason. The selfie is deleted, unless it looks under age: then it is kept as
 * evidence and the account is held (docs/product.md 12.16). The member is notified by mail and live event. Repeating a decision changes nothing. Throws
 * `not_found` if the request does not exist, `conflict` if it was decided otherwise, withdrawn or waits for the matcher,
 * `own_decision` for the operator's own selfie, and `invalid_fields` for a refusal without a reason.
 */
export async function decideVerification(
  app: Pick<App, 'db' | 'events' | 'jobs' | 'mailer'>,
  { operator, id, verified, reason, audit, statement }: SelfieDecision,
): Promise<void> {
  const refusal = verified ? null : reason;
  if (refusal === undefined) throw refuseFields({ reason: 'required' });
  const owner = await inTransaction(app.db, async (tx) => {
    const asked = await sql<{
      member_id: number;
    }>`select member_id from verifications where id = ${id}`.execute(tx);
    const member = asked.rows[0]?.member_id;
    if (member === undefined) throw refuse('not_found');
    if (member === operator) throw refuse('own_decision');
    await lockMember(tx, member);
    const { rows } = await sql<{
      verified: boolean | null;
      sent_at: Date | null;
      decided_at: Date | null;
      storage_key: string | null;
      awaits_lists: boolean;
    }>`
      select verified, sent_at, decided_at, storage_key, awaits_lists from verifications where id = ${id} for update`.execute(
      tx,
    );
    const found = rows[0];
    if (found?.verified === verified) return null;
    if (!found || found.decided_at !== null || found.sent_at === null) throw refuse('conflict');
    if (verified && found.awaits_lists) throw refuse('conflict');
    await settleVerification(app, tx, {
      id,
      member,
      folder: found.storage_key,
      reason: refusal,
      operator,
      statement,
    });
    if (refusal === 'minor' && found.storage_key)
      await holdAccount(app, tx, { member, reason: 'minor_picture', picture: found.storage_key });
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
