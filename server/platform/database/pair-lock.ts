import { sql } from 'kysely';
import type { Tx } from './index.ts';

/**
 * Locks a pair of members until the transaction ends, so that likes and blocks between them run one at a time
 * (db/functions/002_lock_pair.sql).
 */
export async function lockPair(tx: Tx, one: number, other: number): Promise<void> {
  await sql`select lock_pair(${one}::bigint, ${other}::bigint)`.execute(tx);
}
