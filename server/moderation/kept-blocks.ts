import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { deleteConversationsBetween } from '../chat/index.ts';
import { deleteLikesBetween } from '../likes/index.ts';
import type { Tx } from '../platform/database/index.ts';
import { deriveKey } from '../platform/secrets.ts';

// Blocks are between people, and an address is what tells a person (docs/product.md 6, "survives re-registration by the same
// address"). Whoever comes with an address that a member has, or had, gets the blocks of that member as rows of `blocks`,
// in the transaction that confirms the address; the visibility rule then needs to know nothing of all this.

/** Which address a member comes with. */
export interface Arrival {
  member: number;
  /** The address in lower case. */
  emailKey: string;
}

/** What is kept of an address: nobody without the site's secret can tell which it was. */
const hashOf = (secret: string, emailKey: string): Buffer => createHmac('sha256', deriveKey(secret, 'addresses of blocks')).update(emailKey).digest();

/** Members who have or had one of the addresses of those in `of`, and these themselves. */
const sameAs = (of: ReturnType<typeof sql>) => sql`
  select person.id as named, person.id from (${of}) person(id)
  union
  select person.id, other.member_id from (${of}) person(id)
    join block_addresses mine on mine.member_id = person.id join block_addresses other on other.hash = mine.hash`;

/**
 * Gives a member who comes with an address the blocks of everybody who came with it before: others' blocks of them, and
 * those they made. What was said between them meanwhile goes. Called when the mailbox is shown to be theirs and not before: to
 * whoever only types an address, its blocks would tell that somebody is a member with it.
 */
export async function inheritBlocks(tx: Tx, secret: string, { member, emailKey }: Arrival): Promise<void> {
  const hash = hashOf(secret, emailKey);
  const { rows: former } = await sql<{ id: number }>`
    select member_id as id from block_addresses where hash = ${hash} and member_id <> ${member}
    union select id from members where email_key = ${emailKey} and id <> ${member}`.execute(tx);
  if (former.length === 0) return;
  const ids = former.map(({ id }) => id);
  await keepAddress(tx, hash, member);
  const { rows: met } = await sql<{ blocker: number; blocked: number }>`
    with pairs as (
      select blocker_id, blocked_id, created_at from blocks where blocker_id = any(${ids}::bigint[]) or blocked_id = any(${ids}::bigint[])
      union select blocker_id, blocked_id, created_at from kept_blocks where blocker_id = any(${ids}::bigint[]) or blocked_id = any(${ids}::bigint[])
    ), counterparts as (
      select distinct case when blocker_id = any(${ids}::bigint[]) then blocked_id else blocker_id end as id from pairs
    ), people as (${sameAs(sql`select id from counterparts`)})
    insert into blocks (blocker_id, blocked_id, created_at, inherited)
    select case when mine then ${member} else live.id end, case when mine then live.id else ${member} end, min(pairs.created_at), true
      from (select *, blocker_id = any(${ids}::bigint[]) as mine from pairs) pairs
      join people on people.named = case when mine then pairs.blocked_id else pairs.blocker_id end
      join members live on live.id = people.id and live.id <> ${member}
      group by 1, 2
    on conflict do nothing
    returning blocker_id as blocker, blocked_id as blocked`.execute(tx);
  // A new account has nothing to delete; one that changed its address may.
  for (const { blocker, blocked } of met) {
    await deleteLikesBetween(tx, blocker, blocked);
    await deleteConversationsBetween(tx, blocker, blocked);
  }
}

/** Keeps the address that a member leaves for another: an account made with it later is the same person's. */
export async function rememberAddress(tx: Tx, secret: string, { member, emailKey }: Arrival): Promise<void> {
  await keepAddress(tx, hashOf(secret, emailKey), member);
}

/**
 * Before a member is purged: keeps their blocks between bare numbers, and their address for them; nothing of somebody
 * without blocks. `emailKey` is null for an account that never had the address to itself.
 */
export async function keepBlocks(tx: Tx, secret: string, member: number, emailKey: string | null): Promise<void> {
  if (emailKey !== null) {
    await sql`
      insert into kept_blocks (blocker_id, blocked_id, created_at)
      select blocker_id, blocked_id, created_at from blocks where ${member} in (blocker_id, blocked_id) on conflict do nothing`.execute(tx);
    await keepAddress(tx, hashOf(secret, emailKey), member);
  }
  await sql`
    delete from block_addresses where member_id = ${member}
      and not exists (select from kept_blocks where blocker_id = ${member}) and not exists (select from kept_blocks where blocked_id = ${member})`.execute(tx);
}

/** Forgets what was kept of a block that is ended, whichever accounts of the two it was made between. */
export async function forgetBlock(tx: Tx, blocker: number, blocked: number): Promise<void> {
  await sql`
    with blockers as (${sameAs(sql`select ${blocker}::bigint`)}), blocked as (${sameAs(sql`select ${blocked}::bigint`)})
    delete from kept_blocks where blocker_id in (select id from blockers) and blocked_id in (select id from blocked)`.execute(tx);
}

const keepAddress = async (tx: Tx, hash: Buffer, member: number): Promise<void> => {
  await sql`insert into block_addresses (hash, member_id) values (${hash}, ${member}) on conflict do nothing`.execute(tx);
};
