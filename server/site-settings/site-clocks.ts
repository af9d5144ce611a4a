import { sql, type RawBuilder } from 'kysely';
import { settingTable } from '#contract/setting-table.ts';
import type { Db } from '../platform/database/index.ts';

/** SQL of any type. */
type Sql = RawBuilder<unknown>;

/** From this day to that one, by the clocks of the sites: `2026-11-22`. */
export interface Days {
  from: string;
  to: string;
}

/** The clocks of all sites: which day an instant is on, where. */
export interface SiteClocks {
  /** The date that a site's clock showed at an instant, as SQL. `host` is a row of `sites`. */
  dayOf(at: Sql, host: Sql): RawBuilder<string>;
  /** From the first beginning of these days on any site to their last end, as a condition that an index answers; `dayOf` then tells the day. */
  around(db: Db, days: Days): Promise<(at: Sql) => RawBuilder<boolean>>;
  /** The day it is on a site; without one, the latest that has begun on any. */
  today(host?: string | null): string;
}

/** The row of `sites` that a host name belongs to, as SQL. */
export const siteOfHost = (host: Sql): RawBuilder<string> =>
  sql`coalesce((
    select s.host from sites s cross join lateral (select regexp_replace(lower(${host}), '^www\\.', '') as name) named
    where s.host = named.name or named.name = any (s.aliases) order by s.host = named.name desc limit 1), '*')`;

/**
 * Reads the clocks of all sites. An instant keeps the day that the site's clock showed then: when a site changes its time zone
 * (`setting_changes` knows when), what was before stays where it was, as the receipts of those days do.
 */
export async function siteClocks(db: Db): Promise<SiteClocks> {
  const usual = sql.lit(settingTable.time_zone.default);
  const { rows } = await sql<{ host: string; zone: string; since: string; until: string; today: string | null }>`
    with changes as (select id, host, old_value, created_at from setting_changes where key = 'time_zone'),
    clocks as (
      select host, coalesce(old_value #>> '{}', ${usual}) as zone,
        lag(created_at, 1, '-infinity') over (partition by host order by id) as since, created_at as until from changes
      union all
      select host, coalesce(overrides ->> 'time_zone', ${usual}), coalesce((select max(c.created_at) from changes c where c.host = s.host), '-infinity'), 'infinity'
      from sites s
    )
    select host, zone, since::text as since, until::text as until, case when until = 'infinity' then (app_now() at time zone zone)::date::text end as today from clocks`.execute(
    db,
  );
  const column = (name: 'host' | 'zone' | 'since' | 'until') => rows.map((row) => row[name]);
  const clocks = sql`unnest(${column('host')}::text[], ${column('zone')}::text[], ${column('since')}::timestamptz[], ${column('until')}::timestamptz[])
    as clock (host, zone, since, until)`;
  const zones = [...new Set(column('zone'))];
  const today = (host: string | null): string | undefined =>
    rows
      .flatMap((row) => (row.today !== null && (host === null || row.host === host) ? row.today : []))
      .toSorted()
      .at(-1);
  return {
    dayOf: (at, host) =>
      sql`(select (${at} at time zone clock.zone)::date from ${clocks} where clock.host = ${host} and ${at} >= clock.since and ${at} < clock.until)`,

    async around(tx, { from, to }) {
      // Where clocks go back at one in the morning, midnight comes twice; PostgreSQL means the second.
      const { rows: ends } = await sql<{ since: string; until: string }>`
        select (min(${from}::date::timestamp at time zone zone) - interval '1 hour')::text as since, max((${to}::date + 1)::timestamp at time zone zone)::text as until
        from unnest(${zones}::text[]) zone`.execute(tx);
      const { since, until } = ends[0]!;
      return (at) => sql`(${at} >= ${since}::timestamptz and ${at} < ${until}::timestamptz)`;
    },

    today: (host = null) => today(host) ?? today('*')!,
  };
}
