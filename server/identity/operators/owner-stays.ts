import { sql } from 'kysely';
import type { Tx } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';

/**
 * Arbitrary lock key. Every operation that creates, dismisses or demotes owners takes this lock, so that two
 * of them cannot leave the site without an owner.
 */
const OWNER_LOCK = 7_203_043;

export const lockOwners = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${OWNER_LOCK})`.execute(tx);
};

/** Throws `conflict` if there would be no active owner of all sites without this one. Requires `lockOwners`. */
export async function assertOwnerStays(tx: Tx, without: number): Promise<void> {
  const { rows } = await sql`
    select from members where id <> ${without} and status = 'active' and 'owner' = any(roles) and office_sites is null limit 1`.execute(
    tx,
  );
  if (rows.length === 0) throw refuse('conflict');
}
