import { sql } from 'kysely';
import type { Tx } from '../platform/database/index.ts';

export async function deleteLikesBetween(tx: Tx, one: number, other: number): Promise<void> {
  await sql`delete from likes where (liker_id = ${one} and liked_id = ${other}) or (liker_id = ${other} and liked_id = ${one})`.execute(
    tx,
  );
}
