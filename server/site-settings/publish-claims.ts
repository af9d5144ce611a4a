import { sql } from 'kysely';
import type { Claim } from '#contract/setting-table.ts';
import type { Db } from '../platform/database/index.ts';

/** What each site claims, by its host; read past the cache. `lock` keeps the sites for whoever changes claims in this transaction. */
export async function siteClaims(db: Db, lock = false): Promise<Map<string, Claim[]>> {
  const { rows } = await sql<{ host: string; claims: Claim[] }>`
    select host, coalesce(overrides -> 'claims', '[]'::jsonb) as claims from sites order by host ${lock ? sql`for no key update` : sql``}`.execute(db);
  return new Map(rows.map(({ host, claims }) => [host, claims]));
}

/** Puts these claims in the place of all that a site made. Whoever calls publishes `SITES_CHANGED` after the commit. */
export async function publishClaims(tx: Db, host: string, claims: readonly Claim[]): Promise<void> {
  await sql`update sites set overrides = overrides || jsonb_build_object('claims', ${JSON.stringify(claims)}::jsonb) where host = ${host}`.execute(tx);
}
