import { sql } from 'kysely';
import type { Tx } from './index.ts';

/** Until the transaction ends, nobody else likes, unlikes, blocks or unblocks between these two (db/functions/002_lock_pair.sql). */
export async function lockPair(tx: Tx, one: number, other: number): Promise<void> {
  await sql`select lock_pair(${one}::bigint, ${other}::bigint)`.execute(tx);
}
