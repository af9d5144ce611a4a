import { sql } from 'kysely';
import type { Tx } from './index.ts';

/**
 * Until the transaction ends, nobody else likes, unlikes, blocks or unblocks between these two: a like never slips past a
 * block made at the same moment, and two mutual likes are one match. The lock belongs to the transaction, so a pooler in
 * transaction mode may stand between.
 */
export async function lockPair(tx: Tx, one: number, other: number): Promise<void> {
  const pair = `${Math.min(one, other)}:${Math.max(one, other)}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`pair ${pair}`}, 0))`.execute(tx);
}
