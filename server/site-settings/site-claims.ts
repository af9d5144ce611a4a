import { sql } from 'kysely';
import type { Claim } from '#contract/site-settings/setting-table.ts';
import type { Db } from '../platform/database/index.ts';

/**
 * Reads the claims of every site from the database instead of the cache. `lock` locks the sites, so that this
 * transaction can change claims.
 */
export async function siteClaims(db: Db, lock = false): Promise<Map<string, Claim[]>> {
  const { rows } = await sql<{ host: string; claims: Claim[] }>`
    select host, coalesce(overrides -> 'claims', '[]'::jsonb) as claims from sites order by host ${lock ? sql`for no key update` : sql``}`.execute(
    db,
  );
  return new Map(rows.map(({ host, claims }) => [host, claims]));
}
