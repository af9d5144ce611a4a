import { sql } from 'kysely';
import type { BulkOutcome } from '#contract/moderation/bulk-acts.ts';
import { isUuid } from '#contract/schema.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Tx } from '../../platform/database/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Log } from '../../platform/log.ts';
import type { Operator } from '../operator.ts';

export interface BulkOperator extends Operator {
  log: Log;
}

interface BulkAct {
  id: string;
  members: readonly number[];
}

/**
 * Does the same to each of several members, in a transaction per member. What fails for one of them is reported
 * and does not stop the rest. A repeat with the same id skips the members for whom it succeeded before.
 */
export async function runOncePerMember(
  app: App,
  { id: operatorId, log }: BulkOperator,
  { id, members }: BulkAct,
  run: (tx: Tx, member: number) => Promise<unknown>,
): Promise<BulkOutcome[]> {
  const outcomes: BulkOutcome[] = [];
  for (const member of members) {
    try {
      await inTransaction(app.db, async (tx) => {
        const { numAffectedRows } = await sql`
          insert into bulk_acts (operator_id, id, member_id) values (${operatorId}, ${id}, ${member})
          on conflict do nothing`.execute(tx);
        if (numAffectedRows === 1n) await run(tx, member);
      });
      outcomes.push({ member, done: true, error: null });
    } catch (error) {
      if (!(error instanceof Refusal)) log.error({ err: error, bulk: id }, 'A row of a bulk act failed.');
      outcomes.push({ member, done: false, error: error instanceof Refusal ? error.code : 'internal' });
    }
  }
  return outcomes;
}

/** The operator of one row: its line in the audit log is that of the call for one member, and names the bulk act. */
export const rowOperator = ({ id: operator, audit }: Operator, act: string, bulk: string): Operator => ({
  id: operator,
  audit: (db, noted = {}) => audit(db, { act, ...noted, details: { ...noted.details, bulk } }),
});

/**
 * Records a bulk act as a whole, with the filters of the list that its rows were chosen from. Search text is
 * recorded only if it is a number or an id, because it may be a name or an address.
 */
export async function recordBulk(
  app: App,
  { audit }: Operator,
  { id, filters }: { id: string; filters: Record<string, unknown> & { find?: string } },
  outcomes: readonly Pick<BulkOutcome, 'done'>[],
): Promise<void> {
  const { find, ...others } = filters;
  const done = outcomes.filter((outcome) => outcome.done).length;
  await audit(app.db, {
    object: id,
    details: {
      filters: {
        ...others,
        ...(find !== undefined && { find: /^\d*$/.test(find) || isUuid(find) ? find : '(text)' }),
      },
      done,
      failed: outcomes.length - done,
    },
  });
}
