import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';

/** The newest release that RELEASES_URL has named, or null if it has not been asked yet. */
export async function storedRelease(db: Db): Promise<string | null> {
  const { rows } = await sql<{ version: string }>`select version from newest_release`.execute(db);
  return rows[0]?.version ?? null;
}
