import { sql } from 'kysely';
import type { Tx } from '../platform/database/index.ts';
import { matches } from './pairs.ts';

export const addPairsOfMarked = async (tx: Tx, member: number): Promise<void> => {
  await sql`
    insert into acquaintances (owner_id, other_id) ${matches(sql`k.member_id = ${member}::bigint`)} on conflict do nothing`.execute(
    tx,
  );
};
