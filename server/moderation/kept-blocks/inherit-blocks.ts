import { sql } from 'kysely';
import { deleteConversationsBetween } from '../../chat/index.ts';
import { deleteLikesBetween } from '../../likes/index.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { type Arrival, addressHashOf, keepAddress, samePeople } from './block-addresses.ts';

/**
 * Gives a member the blocks of all earlier holders of an address, in both directions, and deletes
 * conversations between the pairs. Call it only after the address is confirmed: otherwise anybody could type
 * in an address and learn from the blocks that a member uses it.
 */
export async function inheritBlocks(
  app: Pick<App, 'config' | 'events'>,
  tx: Tx,
  { member, key }: Arrival,
): Promise<void> {
  const hash = addressHashOf(app.config.secret, key);
  const { rows: former } = await sql<{ id: number }>`
    select member_id as id from block_addresses where hash = ${hash} and member_id <> ${member}
    union select id from members where email_key = ${key} and id <> ${member}`.execute(tx);
  if (former.length === 0) return;
  const ids = former.map(({ id }) => id);
  await keepAddress(tx, hash, member);
  const { rows: met } = await sql<{ blocker: number; blocked: number }>`
    with pairs as (
      select blocker_id, blocked_id, created_at from blocks where blocker_id = any(${ids}::bigint[]) or blocked_id = any(${ids}::bigint[])
      union select blocker_id, blocked_id, created_at from kept_blocks where blocker_id = any(${ids}::bigint[]) or blocked_id = any(${ids}::bigint[])
    ), counterparts as (
      select distinct case when blocker_id = any(${ids}::bigint[]) then blocked_id else blocker_id end as id from pairs
    ), people as (${samePeople(sql`select id from counterparts`)})
    insert into blocks (blocker_id, blocked_id, created_at, inherited)
    select case when mine then ${member} else live.id end, case when mine then live.id else ${member} end, min(pairs.created_at), true
      from (select *, blocker_id = any(${ids}::bigint[]) as mine from pairs) pairs
      join people on people.named = case when mine then pairs.blocked_id else pairs.blocker_id end
      join members live on live.id = people.id and live.id <> ${member}
      group by 1, 2
    on conflict do nothing
    returning blocker_id as blocker, blocked_id as blocked`.execute(tx);
  // A new account has nothing to delete, but an account that changed its address may.
  for (const { blocker, blocked } of met) {
    await deleteLikesBetween(tx, blocker, blocked);
    await deleteConversationsBetween(app, tx, blocker, blocked);
  }
}
