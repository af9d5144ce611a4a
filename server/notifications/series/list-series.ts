import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import type { SeriesFigures } from '#contract/notifications/calls.ts';
import {
  seriesTriggerNames,
  seriesTriggers,
  type SeriesTrigger,
  USUAL_HOLDOUT,
} from '#contract/notifications/mail-series.ts';
import type { Db } from '../../platform/database/index.ts';
import type { StoredSeries } from './stored-series.ts';

const DAYS = 90;

/** GET /api/admin/mail-series: every series of a site with its figures of the last 90 days. */
export async function listSeries(db: Db, site: string): Promise<CallReply<'adminMailSeries'>> {
  const [{ rows: stored }, runs, sends] = await Promise.all([
    sql<StoredSeries>`
      select host, trigger, enabled, holdout_percent, steps, changed_at from mail_series where host = ${site}`.execute(
      db,
    ),
    runsOf(db, site),
    sendsOf(db, site),
  ]);
  return {
    days: DAYS,
    series: seriesTriggerNames.map((trigger) => {
      const saved = stored.find((each) => each.trigger === trigger);
      return {
        trigger,
        enabled: saved?.enabled ?? false,
        holdout_percent: saved?.holdout_percent ?? USUAL_HOLDOUT,
        steps: saved?.steps ?? [...seriesTriggers[trigger].steps],
        seen: saved?.changed_at.toISOString() ?? null,
        figures: { ...noRuns, ...runs.get(trigger), ...noSends, ...sends.get(trigger) },
      };
    }),
  };
}

const noRuns = { entered: 0, reached: 0, held_out: 0, held_out_reached: 0 };
const noSends = { mailed: 0, pushed: 0, left_out: 0, unsubscribed: 0 };

type Counts = Map<SeriesTrigger, Partial<SeriesFigures>>;

async function runsOf(db: Db, site: string): Promise<Counts> {
  const { rows } = await sql<typeof noRuns & { trigger: SeriesTrigger }>`
    select trigger, count(*) filter (where not held_out)::int as entered,
      count(goal_at) filter (where not held_out)::int as reached,
      count(*) filter (where held_out)::int as held_out, count(goal_at) filter (where held_out)::int as held_out_reached
    from mail_series_runs where host = ${site} and entered_at > app_now() - ${DAYS} * interval '1 day' group by trigger`.execute(
    db,
  );
  return new Map(rows.map(({ trigger, ...counts }) => [trigger, counts]));
}

async function sendsOf(db: Db, site: string): Promise<Counts> {
  const { rows } = await sql<typeof noSends & { trigger: SeriesTrigger }>`
    select r.trigger, count(*) filter (where s.mailed)::int as mailed, count(*) filter (where s.pushed)::int as pushed,
      count(*) filter (where s.outcome in ('condition', 'unwanted', 'late'))::int as left_out,
      count(s.unsubscribed_at)::int as unsubscribed
    from mail_series_runs r join mail_series_sends s on s.run_id = r.id
    where r.host = ${site} and r.entered_at > app_now() - ${DAYS} * interval '1 day' group by r.trigger`.execute(
    db,
  );
  return new Map(rows.map(({ trigger, ...counts }) => [trigger, counts]));
}
