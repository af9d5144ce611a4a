import { sql } from 'kysely';
import type { Tx } from '../platform/database/index.ts';
import { matches } from './pairs.ts';

export async function dropPairsOfOwner(tx: Tx, owner: number): Promise<void> {
  await sql`
    delete from acquaintances a where a.owner_id = ${owner}
      and not exists (${matches(sql`c.member_id = a.owner_id and k.member_id = a.other_id`)})`.execute(tx);
}
