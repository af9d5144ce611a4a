import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/index.ts';
import { deriveKey } from '../../platform/secrets.ts';

// Blocks are between people, and an address identifies a person: a block survives re-registration with the
// same address. When a member confirms an address that an earlier account has or had, that account's blocks
// are copied to the new account as rows of `blocks`, in the same transaction. The visibility rule then needs
// no special case.

export interface Arrival {
  member: number;
  /** The address within the member's pool, so that blocks never reach another pool. */
  key: string;
}

/** The stored form of an address. It cannot be reversed without the site's secret. */
export const addressHashOf = (secret: string, key: string): Buffer =>
  createHmac('sha256', deriveKey(secret, 'addresses of blocks')).update(key).digest();

/** The members in `of`, and all members who have or had one of their addresses. */
export const samePeople = (of: ReturnType<typeof sql>) => sql`
  select person.id as named, person.id from (${of}) person(id)
  union
  select person.id, other.member_id from (${of}) person(id)
    join block_addresses mine on mine.member_id = person.id join block_addresses other on other.hash = mine.hash`;

export const keepAddress = async (tx: Tx, hash: Buffer, member: number): Promise<void> => {
  await sql`insert into block_addresses (hash, member_id) values (${hash}, ${member}) on conflict do nothing`.execute(
    tx,
  );
};
