import { sql } from 'kysely';
import { assertMayApprove } from '../identity/index.ts';
import type { Operator } from '../moderation/index.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import {
  announceCredits,
  bookCreditChange,
  lockCreditChange,
  type CreditChangeState,
} from './stored-credit-change.ts';

/**
 * PUT /api/admin/credits: a second operator approves or declines a change of credits. Throws `not_found` if
 * the change does not exist, `own_decision` for the operator's own request, `beyond_own_limits` for approving more than
 * the operator may give at once, and `conflict` if it was decided differently.
 */
export async function decideCredits(
  app: App,
  operator: Operator,
  { id, approve }: { id: string; approve: boolean },
): Promise<CreditChangeState> {
  const state: CreditChangeState = approve ? 'done' : 'declined';
  const { member, booked } = await inTransaction(app.db, async (tx) => {
    const found = await lockCreditChange(tx, id);
    if (!found) throw refuse('not_found');
    if (found.state === state && found.decided_by === operator.id)
      return { member: found.member_id, booked: null };
    if (found.state !== 'approval') throw refuse('conflict');
    if (found.asked_by === operator.id) throw refuse('own_decision');
    if (approve) await assertMayApprove(tx, operator.id, 'credits', Math.abs(found.credits));
    await sql`update credit_changes set state = ${state}, decided_by = ${operator.id}, settled_at = app_now() where id = ${id}`.execute(
      tx,
    );
    await operator.audit(tx, {
      act: approve ? 'credits.approve' : 'credits.decline',
      member: found.member_id,
      object: id,
      details: { credits: found.credits },
    });
    return {
      member: found.member_id,
      booked: approve
        ? await bookCreditChange(tx, { id, member: found.member_id, credits: found.credits })
        : null,
    };
  });
  announceCredits(app, member, booked);
  return state;
}
