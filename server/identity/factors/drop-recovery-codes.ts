import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';

export async function dropRecoveryCodes(db: Db, memberId: number): Promise<void> {
  await sql`delete from recovery_codes where member_id = ${memberId}`.execute(db);
}
