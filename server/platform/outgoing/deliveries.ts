import { sql } from 'kysely';
import { inTransaction, type Db, type Tx } from '../database/index.ts';

/** After this time the queue contains no job that could deliver again. */
const KEPT_DAYS = 30;

export async function isDelivered(db: Db, key: string): Promise<boolean> {
  const { rows } = await sql`select from deliveries where key = ${key}`.execute(db);
  return rows.length > 0;
}

export async function markDelivered(db: Db, key: string): Promise<boolean> {
  const { numAffectedRows } =
    await sql`insert into deliveries (key) values (${key}) on conflict do nothing`.execute(db);
  return numAffectedRows === 1n;
}

/** Runs `write` exactly once per key, even if the job runs several times: both commit together. */
export const deliverOnce = (db: Db, key: string, write: (tx: Tx) => Promise<void>): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (await markDelivered(tx, key)) await write(tx);
  });

export async function forgetDeliveries(db: Db): Promise<void> {
  await sql`delete from deliveries where delivered_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(
    db,
  );
}
