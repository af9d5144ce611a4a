import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';

export async function useChallenge(db: Db, challenge: string, memberId: number | null): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from passkey_challenges where challenge = ${challenge} and member_id is not distinct from ${memberId}::bigint and expires_at > app_now()`.execute(
    db,
  );
  return numAffectedRows === 1n;
}
