import { sql } from 'kysely';
import type { AgeRefusal } from '#contract/age-checks/lists.ts';
import { holdAccount, withdrawDocumentHold } from '../../identity/index.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Tx } from '../../platform/database/index.ts';
import type { AuditNote } from '../../platform/http/context.ts';
import { refuse, refuseFields } from '../../platform/http/refusal.ts';
import type { AgeResult } from '../providers/provider.ts';
import { ageProviderKinds } from '../providers/registry.ts';
import { storeAgeResult } from '../store-age-result.ts';

interface AgeDecision {
  operator: number;
  id: number;
  adult: boolean;
  reason?: AgeRefusal | undefined;
  audit: AuditNote;
}

interface Found {
  member_id: number;
  state: 'open' | 'passed' | 'failed';
  reason: string | null;
  /** The pictures are there, which a restored backup does not contain. */
  is_sent: boolean;
  refused_by: number | null;
}

/**
 * POST /api/admin/age-checks: confirms that a member is an adult, or refuses with a reason. Either way the pictures are
 * deleted and the member is notified. A member who is under 18 according to the document is held (product 12.16). Repeating a decision changes nothing. Throws `not_found` if the check does not exist,
 * `conflict` if it was decided otherwise, withdrawn or not sent, `own_decision` for the operator's own check and for an
 * appeal against their own refusal, and `invalid_fields` for a refusal without a reason.
 */
export async function decideAgeCheck(
  app: Pick<App, 'config' | 'db' | 'events' | 'jobs' | 'mailer'>,
  { operator, id, adult, reason, audit }: AgeDecision,
): Promise<void> {
  const result = resultOf(adult, reason);
  const { validDays } = ageProviderKinds.office(app);
  await inTransaction(app.db, async (tx) => {
    const found = await lockedCheck(tx, id);
    if (!found) throw refuse('not_found');
    const refusal = result.state === 'failed' ? result.reason : null;
    if (found.state === result.state && found.reason === refusal) return;
    if (found.state !== 'open' || !found.is_sent) throw refuse('conflict');
    const member = found.member_id;
    if (operator === member || operator === found.refused_by) throw refuse('own_decision');
    await storeAgeResult(app, tx, { member, check: id, result, validDays, operator });
    if (refusal === 'too_young') await holdAccount(app, tx, { member, reason: 'minor_document' });
    if (adult) await withdrawDocumentHold(app, tx, member);
    await audit(tx, {
      act: adult ? 'age_check.pass' : 'age_check.refuse',
      member,
      object: id,
      details: { reason: refusal },
    });
  });
}

function resultOf(
  adult: boolean,
  reason: AgeRefusal | undefined,
): Extract<AgeResult, { state: 'passed' | 'failed' }> {
  if (adult) return { state: 'passed', method: 'document' };
  if (!reason) throw refuseFields({ reason: 'required' });
  return { state: 'failed', reason };
}

async function lockedCheck(tx: Tx, id: number): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    select c.member_id, c.state, c.reason, refused.decided_by as refused_by,
      c.sent_at is not null and exists (select from age_check_pictures where check_id = c.id) as is_sent
    from age_checks c left join age_checks refused on refused.id = c.appeal_of
    where c.id = ${id} and c.provider = 'office' for update of c`.execute(tx);
  return rows[0];
}
