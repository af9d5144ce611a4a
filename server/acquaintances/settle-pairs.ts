import { sql } from 'kysely';
import { inTransaction, type Db } from '../platform/database/index.ts';
import { addPairsOfMarked } from './add-pairs-of-marked.ts';
import { dropPairsOfOwner } from './drop-pairs-of-owner.ts';
import { lockContacts, matches } from './pairs.ts';

/**
 * Makes a member's pairs, on both sides, follow from the contacts and marks. An import and a confirmation that run at
 * the same time do not see each other's rows; the job of the later one, which starts after both commits, does.
 */
export async function settlePairs(db: Db, member: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockContacts(tx, member);
    await dropPairsOfOwner(tx, member);
    await sql`
      delete from acquaintances a where a.other_id = ${member}
        and not exists (${matches(sql`c.member_id = a.owner_id and k.member_id = a.other_id`)})`.execute(tx);
    await sql`
      insert into acquaintances (owner_id, other_id) ${matches(sql`c.member_id = ${member}::bigint`)} on conflict do nothing`.execute(
      tx,
    );
    await addPairsOfMarked(tx, member);
  });
}
