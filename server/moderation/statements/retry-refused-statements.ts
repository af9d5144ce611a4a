import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { SEND_STATEMENT, statementKey } from './queue-statement.ts';

const BATCH = 500;

/**
 * POST /api/admin/dsa-statements: queues refused statements again, at most `BATCH` at a time, for example after an upgrade.
 * Idempotent. Does nothing if the installation sends no statements.
 */
export async function retryRefusedStatements(app: Pick<App, 'config' | 'db' | 'jobs'>): Promise<void> {
  if (!app.config.dsaDatabase) return;
  await inTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ puid: string }>`
      update dsa_statements set state = 'waiting' where puid in (
        select puid from dsa_statements where state = 'refused' order by puid limit ${BATCH} for update skip locked)
      returning puid`.execute(tx);
    for (const { puid } of rows)
      await app.jobs.add(tx, SEND_STATEMENT, { puid }, { key: statementKey(puid) });
  });
}
