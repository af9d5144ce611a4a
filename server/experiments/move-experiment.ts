import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import type { ExperimentState } from '#contract/experiments.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, isTaken } from '../platform/database/index.ts';
import type { AuditNote } from '../platform/http/context.ts';
import { refuse, refuseFields } from '../platform/http/refusal.ts';
import { experimentOf } from './experiment-of.ts';
import { EXPERIMENTS_CHANGED } from './stored-experiments.ts';

/** The states that each state can follow. A winner can be withdrawn, which shows the first version again. */
const from: Record<'running' | 'stopped' | 'decided', readonly ExperimentState[]> = {
  running: ['draft'],
  stopped: ['running', 'decided'],
  decided: ['running', 'stopped'],
};

/**
 * POST /api/admin/experiment-state. Idempotent. Throws `not_found`; `conflict` if its state does not allow it;
 * `page_taken` if another experiment runs on the same page, or its winner is shown there; and `invalid_fields` for a winner that it does not have.
 */
export async function moveExperiment(
  app: Pick<App, 'db' | 'events'>,
  audit: AuditNote,
  { site, id, to, winner }: CallBody<'moveExperiment'>,
): Promise<{ ok: true }> {
  await inTransaction(app.db, async (tx) => {
    const before = await experimentOf(tx, { site, id }, sql`for update`);
    if (!before) throw refuse('not_found');
    if ((to === 'decided') !== (winner !== undefined) || (winner ?? 0) >= before.variants.length)
      throw refuseFields({ winner: 'invalid' });
    if (before.state === to && before.winner === (winner ?? null)) return;
    if (!from[to].includes(before.state)) throw refuse('conflict');
    await sql`
      update experiments set state = ${to}, winner = ${winner ?? null},
        started_at = case when ${to} = 'running' then app_now() else started_at end,
        stopped_at = case when ${to} <> 'running' then coalesce(stopped_at, app_now()) end,
        changed_at = date_trunc('milliseconds', clock_timestamp())
      where id = ${id}`
      .execute(tx)
      .catch((error: unknown) => {
        throw isTaken(error, 'experiments_active') ? refuse('page_taken') : error;
      });
    await audit(tx, { object: id, site, details: { from: before.state, to, winner: winner ?? null } });
    tx.afterCommit(() => app.events.publish(EXPERIMENTS_CHANGED, null));
  });
  return { ok: true };
}
