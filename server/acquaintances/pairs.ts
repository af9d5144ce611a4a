import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../platform/database/index.ts';

/** The job that settles the pairs of a member. */
export const SETTLE_ACQUAINTANCES = 'settle-acquaintances';

/** Serialises the changes of a member's contacts with the settling of the member's pairs. */
export const lockContacts = async (tx: Tx, member: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`acquaintances ${member}`}, 0))`.execute(tx);
};

/** Who has whom in their contacts, over `acquaintance_contacts c` and `contact_marks k`, within a pool of sites. */
export const matches = (condition: RawBuilder<boolean>) => sql`
  select c.member_id as owner_id, k.member_id as other_id
    from acquaintance_contacts c
    join contact_marks k on k.hash = c.hash and k.member_id <> c.member_id
    join acquaintance_imports i on i.id = c.import_id and i.removed_at is null
    where ${condition}
      and (select m.pool_id from members m where m.id = c.member_id) = (select m.pool_id from members m where m.id = k.member_id)`;

/** The owner has the other one in their contacts. */
export type Side = 'owner_id' | 'other_id';
