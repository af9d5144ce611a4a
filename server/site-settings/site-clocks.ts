import { sql, type RawBuilder } from 'kysely';
import { must } from '#contract/must.ts';
import { settingTable } from '#contract/site-settings/setting-table.ts';
import { one, type Db } from '../platform/database/index.ts';

type Sql = RawBuilder<unknown>;

export interface Days {
  from: string;
  to: string;
}

export interface SiteClocks {
  /** SQL for the date at an instant in a site's time zone. `host` is a row of `sites`. */
  dayOf(at: Sql, host: Sql): RawBuilder<string>;
  /** SQL for the date and time of day, without a time zone, at an instant on a site. */
  localTime(at: Sql, host: Sql): RawBuilder<string>;
  /**
   * An indexable condition on an instant: from the earliest start of these days on any site to their latest
   * end. Use `dayOf` to get the exact day.
   */
  around(db: Db, days: Days): Promise<(at: Sql) => RawBuilder<boolean>>;
  /** The two instants of `around`. */
  span(db: Db, days: Days): Promise<{ since: string; until: string }>;
  /** The current day on a site or, without a host, the latest day that has begun on any site. */
  today(host?: string | null): string;
}

export const siteOfHost = (host: Sql): RawBuilder<string> =>
  sql`coalesce((
    select s.host from sites s cross join lateral (select regexp_replace(lower(${host}), '^www\\.', '') as name) named
    where s.host = named.name or named.name = any (s.aliases) order by s.host = named.name desc limit 1), '*')`;

/**
 * Reads the time zones of all sites. When a site changes its time zone (recorded in `setting_changes`),
 * earlier instants keep the day they had then, as receipts do.
 */
export async function siteClocks(db: Db): Promise<SiteClocks> {
  const usual = sql.lit(settingTable.time_zone.default);
  const { rows } = await sql<{
    host: string;
    zone: string;
    since: string;
    until: string;
    today: string | null;
  }>`
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
  const localTime = (at: Sql, host: Sql) =>
    sql<string>`(select (${at}) at time zone clock.zone from ${clocks} where clock.host = ${host} and ${at} >= clock.since and ${at} < clock.until)`;
  const span: SiteClocks['span'] = (tx, { from, to }) =>
    // Where clocks go back at one in the morning, midnight occurs twice, and PostgreSQL returns the second.
    one(
      sql<{ since: string; until: string }>`
      select (min(${from}::date::timestamp at time zone zone) - interval '1 hour')::text as since, max((${to}::date + 1)::timestamp at time zone zone)::text as until
      from unnest(${zones}::text[]) zone`.execute(tx),
    );
  return {
    dayOf: (at, host) => sql`(${localTime(at, host)})::date`,
    localTime,

    async around(tx, days) {
      const { since, until } = await span(tx, days);
      return (at) => sql`(${at} >= ${since}::timestamptz and ${at} < ${until}::timestamptz)`;
    },

    span,

    today: (host = null) => today(host) ?? must(today('*'), 'clock of the standard site'),
  };
}
