import { sql, type RawBuilder } from 'kysely';
import type { SiteSettings } from '#contract/site-settings/setting-table.ts';
import type { App } from '../platform/app.ts';
import { sitesOf } from './site-cache.ts';
import { settingsOf } from './site.ts';

type NumberSetting = {
  [Key in keyof SiteSettings]: SiteSettings[Key] extends number ? Key : never;
}[keyof SiteSettings];

/**
 * A setting as SQL, for queries about members of all sites: its value on the site of the host in `column`, or
 * on the default site if that host is null or unknown.
 */
export async function settingByHost(
  app: Pick<App, 'db' | 'parts'>,
  key: NumberSetting,
  column: RawBuilder<unknown>,
): Promise<RawBuilder<number>> {
  const sites = [...(await sitesOf(app)).values()].filter(({ host }) => host !== '*');
  const hosts = sites.flatMap(({ host, aliases }) => [host, ...aliases]);
  const cases = await Promise.all(
    hosts.map(async (host) => sql`when ${host}::text then ${(await settingsOf(app, host))[key]}::int`),
  );
  const otherwise = sql`${(await settingsOf(app))[key]}::int`;
  return cases.length === 0
    ? sql<number>`${otherwise}`
    : sql<number>`case regexp_replace(lower(${column}), '^www\\.', '') ${sql.join(cases, sql` `)} else ${otherwise} end`;
}
