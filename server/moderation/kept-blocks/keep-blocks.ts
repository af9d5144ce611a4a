import { sql } from 'kysely';
import type { Tx } from '../../platform/database/index.ts';
import { keepAddress, addressHashOf } from './block-addresses.ts';

/**
 * Stores a member's blocks before the purge, as bare ids and the hash of the member's address. Members
 * without blocks leave nothing behind. `emailKey` is null for an account that never owned its address.
 */
export async function keepBlocks(
  tx: Tx,
  secret: string,
  member: number,
  emailKey: string | null,
): Promise<void> {
  if (emailKey !== null) {
    await sql`
      insert into kept_blocks (blocker_id, blocked_id, created_at)
      select blocker_id, blocked_id, created_at from blocks where ${member} in (blocker_id, blocked_id) on conflict do nothing`.execute(
      tx,
    );
    await keepAddress(tx, addressHashOf(secret, emailKey), member);
  }
  await sql`
    delete from block_addresses where member_id = ${member}
      and not exists (select from kept_blocks where blocker_id = ${member}) and not exists (select from kept_blocks where blocked_id = ${member})`.execute(
    tx,
  );
}
