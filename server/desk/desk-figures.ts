import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import type { Sites } from '#contract/rules/site-scope-rules.ts';
import { one, type Db } from '../platform/database/index.ts';
import { ofMemberInSites } from '../site-scope/index.ts';

const DAYS = 30;

/** Condition over `desk_answers a` that the member who got the answer belongs to one of the sites. */
const answeredInSites = (sites: Sites) =>
  sites === null
    ? sql`true`
    : sql`exists (select from side_of(a.profile_id, a.conversation_id) side where ${ofMemberInSites(sites, sql`side.other_id`)})`;

/**
 * GET /api/admin/desk-figures: answers and median waiting time of the last 30 days by writer; `only` limits
 * it to one writer. It never shows revenue, so that writers have no reason to maximise it.
 */
export async function deskFigures(
  db: Db,
  sites: Sites,
  only: number | null,
): Promise<CallReply<'deskFigures'>> {
  const [writers, waits] = await Promise.all([
    sql<{ id: number; name: string; answers: number; median: number | null }>`
      select p.id, p.name, count(*)::int as answers, percentile_cont(0.5) within group (order by a.waited_seconds)::int as median
        from desk_answers a join profiles p on p.id = a.operator_id
        where a.created_at > app_now() - ${DAYS} * interval '1 day' and ${answeredInSites(sites)} and (${only}::bigint is null or a.operator_id = ${only})
        group by p.id, p.name order by count(*) desc, p.id limit 200`.execute(db),
    one(
      sql<{ returned: number; waiting: number }>`
      select count(*) filter (where returned_at is not null)::int as returned, count(*) filter (where returned_at is null)::int as waiting from unanswered where ${ofMemberInSites(sites, sql`unanswered.member_id`)}`.execute(
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
