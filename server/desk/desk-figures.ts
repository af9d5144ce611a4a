import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import { one, type Db } from '../platform/database/index.ts';

const DAYS = 30;

/**
 * GET /api/admin/desk-figures: answers and median waiting time of the last 30 days by writer; `only` limits
 * it to one writer. It never shows revenue, so that writers have no reason to maximise it.
 */
export async function deskFigures(db: Db, only: number | null): Promise<CallReply<'deskFigures'>> {
  const [writers, waits] = await Promise.all([
    sql<{ id: number; name: string; answers: number; median: number | null }>`
      select p.id, p.name, count(*)::int as answers, percentile_cont(0.5) within group (order by a.waited_seconds)::int as median
        from desk_answers a join profiles p on p.id = a.operator_id
        where a.created_at > app_now() - ${DAYS} * interval '1 day' and (${only}::bigint is null or a.operator_id = ${only})
        group by p.id, p.name order by count(*) desc, p.id limit 200`.execute(db),
    one(
      sql<{ returned: number; waiting: number }>`
      select count(*) filter (where returned_at is not null)::int as returned, count(*) filter (where returned_at is null)::int as waiting from unanswered`.execute(
        db,
      ),
    ),
  ]);
  return {
    days: DAYS,
    writers: writers.rows.map(({ id, name, answers, median }) => ({
      writer: { id, name },
      answers,
      median_wait_seconds: median,
    })),
    returned_waits: waits.returned,
    waiting: waits.waiting,
  };
}
