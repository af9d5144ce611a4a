import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { SEND_STATEMENT, statementKey } from './queue-statement.ts';

const BATCH = 500;

/**
 * Requeues statements that were not tried for a day, because their job used up its attempts or the connection was
 * switched off.
 */
export async function requeueStatements(app: Pick<App, 'config' | 'db' | 'jobs'>): Promise<void> {
  if (!app.config.dsaDatabase) return;
  const { rows } = await sql<{ puid: string }>`
    select puid from dsa_statements
    where state = 'waiting' and coalesce(tried_at, created_at) < app_now() - interval '1 day'
    order by created_at, puid limit ${BATCH}`.execute(app.db);
  for (const { puid } of rows)
    await app.jobs.add(app.db, SEND_STATEMENT, { puid }, { key: statementKey(puid) });
}
