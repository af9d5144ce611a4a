import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import { countExperiment } from './count-experiment.ts';
import { stopReasonOf } from './judge.ts';
import { EXPERIMENTS_CHANGED, storedColumns, type StoredExperiment } from './stored-experiments.ts';

/** Days after the end for which it is stored who saw what. The counts stay. */
const KEPT_DAYS = 90;

/**
 * Counts every running experiment, and once more each that has ended, and stops those whose guardrails or sample ratio
 * say so. The alert of an experiment that stopped derives from its row (`operations`).
 */
export async function watchExperiments(app: Pick<App, 'db' | 'events' | 'log'>): Promise<void> {
  const { rows } = await sql<StoredExperiment>`
    select ${storedColumns} from experiments
    where state = 'running' or (stopped_at is not null and (counted_at is null or counted_at <= stopped_at))`.execute(
    app.db,
  );
  for (const experiment of rows) {
    const counts = await countExperiment(app.db, experiment);
    await sql`update experiments set counts = ${JSON.stringify(counts)}::jsonb, counted_at = app_now() where id = ${experiment.id}`.execute(
      app.db,
    );
    const reason = experiment.state === 'running' ? stopReasonOf(experiment, counts) : null;
    if (reason === null) continue;
    const { numAffectedRows } = await sql`
      update experiments set state = 'stopped', stopped_at = app_now(), stop_reason = ${reason}, changed_at = date_trunc('milliseconds', clock_timestamp())
      where id = ${experiment.id} and state = 'running'`.execute(app.db);
    if (!numAffectedRows) continue;
    app.log.warn({ experiment: experiment.id, reason }, 'experiment stopped');
    app.events.publish(EXPERIMENTS_CHANGED, null);
  }
  await sql`
    delete from experiment_exposures e using experiments x
    where x.id = e.experiment_id and x.state <> 'running' and x.stopped_at < app_now() - ${KEPT_DAYS} * interval '1 day'`.execute(
    app.db,
  );
}
