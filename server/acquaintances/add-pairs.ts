import { sql } from 'kysely';
import type { Tx } from '../platform/database/index.ts';
import { matches, type Side } from './pairs.ts';

/** Adds the pairs in which the member is on the given side. */
export async function addPairs(tx: Tx, side: Side, member: number): Promise<void> {
  const column = sql.ref(side === 'owner_id' ? 'c.member_id' : 'k.member_id');
  await sql`
    insert into acquaintances (owner_id, other_id) ${matches(sql`${column} = ${member}::bigint`)} on conflict do nothing`.execute(
    tx,
  );
}
