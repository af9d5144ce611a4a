import { sql } from 'kysely';
import { inTransaction, type Db, type Tx } from '../database/index.ts';

/** After this no job that could deliver again is left in the queue. */
const KEPT_DAYS = 30;

/** Whether the message of this key has left already. */
export async function isDelivered(db: Db, key: string): Promise<boolean> {
  const { rows } = await sql`select from deliveries where key = ${key}`.execute(db);
  return rows.length > 0;
}

/** Notes that the message of this key has left. False: it had left before. */
export async function markDelivered(db: Db, key: string): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into deliveries (key) values (${key}) on conflict do nothing`.execute(db);
  return numAffectedRows === 1n;
}

/** Does `write` exactly once for this key, however often the job runs: both commit together. */
export const deliverOnce = (db: Db, key: string, write: (tx: Tx) => Promise<void>): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (await markDelivered(tx, key)) await write(tx);
  });

/** Forgets keys of long ago. */
export async function forgetDeliveries(db: Db): Promise<void> {
  await sql`delete from deliveries where delivered_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(db);
}
