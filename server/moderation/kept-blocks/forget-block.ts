import { sql } from 'kysely';
import type { Tx } from '../../platform/database/index.ts';
import { samePeople } from './block-addresses.ts';

export async function forgetBlock(tx: Tx, blocker: number, blocked: number): Promise<void> {
  await sql`
    with blockers as (${samePeople(sql`select ${blocker}::bigint`)}), blocked as (${samePeople(sql`select ${blocked}::bigint`)})
    delete from kept_blocks where blocker_id in (select id from blockers) and blocked_id in (select id from blocked)`.execute(
    tx,
  );
}
