import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import type { StatementRow } from '#contract/desk/statement.ts';
import type { Sites } from '#contract/rules/site-scope-rules.ts';
import type { App } from '../../platform/app.ts';
import { siteInSites } from '../../site-scope/index.ts';
import { settingsOf } from '../../site-settings/index.ts';

const MOST = 2000;

interface Wanted {
  month: string;
  sites: Sites;
  host: string;
  /** Limits it to one writer. */
  only: number | null;
}

/**
 * GET /api/admin/desk-statement: what each writer did for each site in a month of the site's time zone. Claims that overlap
 * count once, and running ones count until now.
 */
export async function statement(
  app: Pick<App, 'db' | 'parts'>,
  { month, sites, host, only }: Wanted,
): Promise<CallReply<'deskStatement'>> {
  const { time_zone } = await settingsOf(app, host);
  const { rows } = await sql<Omit<StatementRow, 'writer'> & { id: number | null; name: string | null }>`
    with span as (
      select ${`${month}-01`}::date::timestamp at time zone ${time_zone} as first,
        (${`${month}-01`}::date + interval '1 month') at time zone ${time_zone} as last),
    answers as (
      select a.operator_id, coalesce(a.site, '*') as site, count(*)::int as answers, count(r.score)::int as scored, avg(r.score)::float8 as score
      from span join desk_answers a on a.created_at >= span.first and a.created_at < span.last
        left join desk_reviews r on r.message_id = a.message_id
      group by 1, 2),
    work as (
      select w.operator_id, w.site, w.began_at, w.ended_at from span join desk_work w on w.ended_at > span.first and w.began_at < span.last
      union all
      select k.operator_id, site_of_host(m.host), k.claimed_at, app_now()
      from desk_claims k join unanswered u on u.conversation_id = k.conversation_id join members m on m.id = u.member_id
      where k.expires_at > app_now()),
    spans as (
      select w.operator_id, w.site, range_agg(tstzrange(greatest(w.began_at, span.first), least(w.ended_at, span.last))) as held
      from work w, span where w.began_at < span.last and w.ended_at > span.first group by 1, 2),
    minutes as (
      select operator_id, site, (sum(extract(epoch from upper(each) - lower(each))) / 60)::int as minutes
      from spans, unnest(held) each group by 1, 2),
    returned as (
      select r.operator_id, r.site, sum(r.credits)::int as credits
      from span join desk_returns r on r.created_at >= span.first and r.created_at < span.last group by 1, 2),
    keys as (
      select operator_id, site from answers union select operator_id, site from minutes union select operator_id, site from returned)
    select k.operator_id as id, p.name, k.site, coalesce(a.answers, 0) as answers, coalesce(m.minutes, 0) as minutes,
      coalesce(r.credits, 0) as returned_credits, coalesce(a.scored, 0) as scored, a.score
    from keys k left join profiles p on p.id = k.operator_id
      left join answers a on a.operator_id = k.operator_id and a.site = k.site
      left join minutes m on m.operator_id = k.operator_id and m.site = k.site
      left join returned r on r.operator_id is not distinct from k.operator_id and r.site = k.site
    where ${siteInSites(sites, sql`k.site`)} and (${only}::bigint is null or k.operator_id = ${only})
    order by p.name nulls last, k.operator_id, k.site limit ${MOST}`.execute(app.db);
  return {
    month,
    rows: rows.map(({ id, name, ...row }) => ({
      ...row,
      writer: id === null ? null : { id, name: name ?? `#${id}` },
    })),
  };
}
