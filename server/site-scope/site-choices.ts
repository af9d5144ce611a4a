import { sql } from 'kysely';
import type { Sites } from '#contract/rules/site-scope-rules.ts';
import type { SiteChoice } from '#contract/site-settings/sites.ts';
import type { Db } from '../platform/database/index.ts';
import { siteInSites } from './sql-pieces.ts';

/** The sites that an operator of these sites can limit something to, the default site first. */
export async function siteChoices(db: Db, own: Sites): Promise<SiteChoice[]> {
  const { rows } = await sql<SiteChoice>`
    select host, overrides ->> 'name' as name from sites where ${siteInSites(own, sql`host`)}
    order by host <> '*', host limit 500`.execute(db);
  return rows;
}
