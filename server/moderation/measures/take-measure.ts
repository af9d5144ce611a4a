import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Tx } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Operator } from '../operator.ts';
import { applyMeasure } from './apply-measure.ts';
import type { MeasureRequest } from './measure-request.ts';

/**
 * POST /api/admin/measure. A repetition with the same `request` returns the measure that it took. Throws `conflict` if
 * that measure was another.
 */
export async function takeMeasure(app: App, operator: Operator, request: MeasureRequest): Promise<number> {
  return inTransaction(
    app.db,
    async (tx) => (await takenBefore(tx, operator.id, request)) ?? applyMeasure(app, tx, operator, request),
  );
}

async function takenBefore(
  tx: Tx,
  operator: number,
  { request, member, kind }: MeasureRequest,
): Promise<number | null> {
  if (request === undefined) return null;
  await sql`select pg_advisory_xact_lock(hashtextextended('measure ' || ${request}, 0))`.execute(tx);
  const { rows } = await sql<{ id: number; same: boolean }>`
    select id, member_id = ${member} and kind = ${kind} as same from measures
    where operator_id = ${operator} and request_id = ${request}`.execute(tx);
  const [taken] = rows;
  if (taken && !taken.same) throw refuse('conflict');
  return taken?.id ?? null;
}
