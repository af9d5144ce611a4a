import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';

const CHALLENGE_MINUTES = 5;

export async function keepChallenge(db: Db, challenge: string, memberId: number | null): Promise<void> {
  await sql`insert into passkey_challenges (challenge, member_id, expires_at)
    values (${challenge}, ${memberId}, app_now() + ${CHALLENGE_MINUTES} * interval '1 minute')`.execute(db);
}
