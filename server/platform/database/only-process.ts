import pg from 'pg';

const LOCK = 7_203_047;

export interface OnlyProcess {
  alone: boolean;
  release(): Promise<void>;
}

/**
 * Detects a second process without Redis, for as long as this one runs: live events, sessions that end and
 * rate limits would not reach the other. The lock belongs to a connection, so a killed process leaves none
 * behind. `url` must lead to PostgreSQL itself, because a transaction pooler shares connections.
 */
export async function claimOnlyProcess(url: string): Promise<OnlyProcess> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'liaison without Redis',
    keepAlive: true,
  });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [LOCK]);
  const alone = rows[0]?.alone === true;
  if (!alone) await client.end();
  return { alone, release: async () => (alone ? client.end() : undefined) };
}
