import { sql } from 'kysely';
import type { Db } from './index.ts';

/**
 * Throws one sentence when the database could lose what it has confirmed: a message that was acknowledged and a charge
 * that was made must outlive a crash. `fsync=off` is allowed outside production only, for tests.
 */
export async function refuseLossyDatabase(db: Db, production: boolean): Promise<void> {
  const { rows } = await sql<{ commit: string; fsync: string; version: number }>`
    select current_setting('synchronous_commit') as commit, current_setting('fsync') as fsync,
      current_setting('server_version_num')::int as version`.execute(db);
  const { commit, fsync, version } = rows[0]!;
  if (version < 150_000) throw new Error('Liaison needs PostgreSQL 15 or newer: DATABASE_URL names an older one.');
  if (commit === 'off') throw new Error('The database has synchronous_commit=off and could lose messages that members paid for: set it to on.');
  if (fsync === 'off' && production) throw new Error('The database has fsync=off and would not survive a power cut: set it to on.');
}
