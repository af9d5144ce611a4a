import { sql } from 'kysely';
import type { Tx } from '../platform/database/index.ts';

/**
 * Locks the member's row, so that concurrent changes cannot exceed a limit. Returns null if the member does
 * not exist.
 */
export async function lockMember(
  tx: Tx,
  memberId: number,
): Promise<{ paid_user: boolean; host: string | null } | null> {
  const { rows } = await sql<{ paid_user: boolean; host: string | null }>`
    select paid_user, host from members where id = ${memberId} for no key update`.execute(tx);
  return rows[0] ?? null;
}
