import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import type { Role } from '#contract/lists/roles.ts';
import type { DecidedComplaint } from '#contract/moderation/bulk-acts.ts';
import type { App } from '../../platform/app.ts';
import type { Db } from '../../platform/database/index.ts';
import { Refusal, refuse } from '../../platform/http/refusal.ts';
import { isClaimed, isUrgent } from '../complaint-list/complaint-claim.ts';
import { completeReasons } from '../complaint-measure.ts';
import { decideComplaint } from '../decide-complaint.ts';
import { wasDecided } from './decided-in-bulk.ts';
import { type BulkOperator, recordBulk, rowOperator } from './run-once-per-member.ts';

/**
 * PUT /api/admin/complaints: decides each of the complaints the same way, each in a transaction of its own. What fails
 * for one of them is reported and does not stop the rest. A repeat with the same id skips those decided before. Urgent
 * ones are never decided here.
 */
export async function decideComplaints(
  app: App,
  operator: BulkOperator & { roles: readonly Role[] },
  { id, complaints, filters, ...decision }: CallBody<'decideComplaints'>,
): Promise<DecidedComplaint[]> {
  completeReasons(decision);
  const { roles, log } = operator;
  const { id: operatorId, audit } = rowOperator(operator, 'complaint.decide', id);
  const bulk = { operator: operatorId, bulk: id };
  const decide = async (complaint: number): Promise<void> => {
    if (await wasDecided(app.db, bulk, complaint)) return;
    await refuseSome(app.db, operatorId, complaint);
    try {
      await decideComplaint(app, { ...decision, id: complaint, operatorId, roles, audit, bulk: id });
    } catch (error) {
      // The same act may run twice at once: the slower one finds the complaint decided.
      if (!(await wasDecided(app.db, bulk, complaint))) throw error;
    }
  };
  const outcomes: DecidedComplaint[] = [];
  for (const complaint of complaints) {
    try {
      await decide(complaint);
      outcomes.push({ complaint, done: true, error: null });
    } catch (error) {
      if (!(error instanceof Refusal)) log.error({ err: error, bulk: id }, 'A row of a bulk act failed.');
      outcomes.push({ complaint, done: false, error: error instanceof Refusal ? error.code : 'internal' });
    }
  }
  await recordBulk(app, operator, { id, filters }, outcomes);
  return outcomes;
}

/** Throws `decided_singly` for an urgent complaint, and `conflict` while a colleague works on it. */
async function refuseSome(db: Db, operator: number, complaint: number): Promise<void> {
  const { rows } = await sql<{ urgent: boolean; claimed: boolean }>`
    select ${isUrgent} as urgent, ${isClaimed} and c.taken_by <> ${operator} as claimed from complaints c where c.id = ${complaint}`.execute(
    db,
  );
  if (rows[0]?.urgent) throw refuse('decided_singly');
  if (rows[0]?.claimed) throw refuse('conflict');
}
