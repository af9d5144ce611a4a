import { sql } from 'kysely';
import type { Claim } from '#contract/site-settings/setting-table.ts';
import type { Db } from '../platform/database/index.ts';

/** Replaces all claims of a site. The caller must publish `SITES_CHANGED` after the commit. */
export async function publishClaims(tx: Db, host: string, claims: readonly Claim[]): Promise<void> {
  await sql`update sites set overrides = overrides || jsonb_build_object('claims', ${JSON.stringify(claims)}::jsonb) where host = ${host}`.execute(
    tx,
  );
}
