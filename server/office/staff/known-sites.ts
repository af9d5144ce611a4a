import { sql } from 'kysely';
import type { Sites } from '#contract/rules/site-scope-rules.ts';
import type { Db } from '../../platform/database/index.ts';
import { refuseFields } from '../../platform/http/refusal.ts';

/** The sites in order, each once; null for all. Throws `invalid_fields` for the host of no site. */
export async function knownSites(db: Db, wanted: Sites): Promise<string[] | null> {
  if (wanted === null) return null;
  const sites = [...new Set(wanted)].toSorted();
  const { rows } = await sql`select from sites where host = any(${sites}::text[])`.execute(db);
  if (rows.length !== sites.length) throw refuseFields({ sites: 'invalid' });
  return sites;
}
