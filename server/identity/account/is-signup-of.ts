import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';

export async function isSignupOf(db: Db, memberId: number, key: string): Promise<boolean> {
  const { rows } = await sql`
    select from members where id = ${memberId} and signup_key = ${key}::uuid and signup_date > app_now() - interval '1 hour'`.execute(
    db,
  );
  return rows.length > 0;
}
