import { one } from '#server/platform/database/index.ts';
import { withClient } from '../database.ts';

/** The function that pgbench calls in place of `store_messages`. */
export const SEND_REFERENCE = 'bench_store_messages';

/**
 * Copies the database's `store_messages` without its lock timeout. The site runs two batches at once, so the timeout
 * strikes only for rows that others hold. Dozens of pgbench clients also wait for each other, to extend tables and
 * for the disk, longer than the timeout.
 */
export const createSendReference = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    const { definition } = await one(
      client.query<{ definition: string }>(
        "select pg_get_functiondef('store_messages'::regproc) as definition",
      ),
    );
    await client.query(`drop function if exists ${SEND_REFERENCE}`);
    await client.query(
      definition.replace(/(?<=^CREATE OR REPLACE FUNCTION \w+\.)store_messages/, SEND_REFERENCE),
    );
    await client.query(`alter function ${SEND_REFERENCE} reset lock_timeout`);
  });
