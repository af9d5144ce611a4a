import { sql } from 'kysely';
import type { Tx } from '../platform/database/index.ts';
import { matches, type Side } from './pairs.ts';

/** Deletes the pairs in which the member is on the given side and which no contact justifies any more. */
export async function dropPairs(tx: Tx, side: Side, member: number): Promise<void> {
  await sql`
    delete from acquaintances a where ${sql.ref(`a.${side}`)} = ${member}
      and not exists (${matches(sql`c.member_id = a.owner_id and k.member_id = a.other_id`)})`.execute(tx);
}
