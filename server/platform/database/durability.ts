import { sql } from 'kysely';
import { one, type Db } from './index.ts';

/**
 * Throws one sentence if the database could lose committed data: messages and charges must survive a crash.
 * `fsync=off` is allowed outside production only, for tests.
 */
export async function refuseLossyDatabase(db: Db, production: boolean): Promise<void> {
  const { commit, fsync, version } = await one(
    sql<{ commit: string; fsync: string; version: number }>`
    select current_setting('synchronous_commit') as commit, current_setting('fsync') as fsync,
      current_setting('server_version_num')::int as version`.execute(db),
  );
  if (version < 150_000)
    throw new Error('Liaison needs PostgreSQL 15 or newer: the server of DATABASE_URL is older.');
  if (commit === 'off')
    throw new Error(
      'The database has synchronous_commit=off and could lose messages that members paid for: set it to on.',
    );
  if (fsync === 'off' && production)
    throw new Error('The database has fsync=off and would not survive a power cut: set it to on.');
}
