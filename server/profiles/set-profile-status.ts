import { sql } from 'kysely';
import type { Tx } from '../platform/database/index.ts';

/**
 * Shows a profile to others, or hides it while its account is unconfirmed, closed or being deleted. An
 * account that waits for a moderator stays hidden.
 */
export async function setProfileStatus(
  tx: Tx,
  memberId: number,
  status: 'active' | 'disabled',
): Promise<void> {
  await sql`
    update profiles set status = case
      when exists (select from members where id = ${memberId} and held_at is not null) then 'disabled' else ${status} end
    where id = ${memberId}`.execute(tx);
}
