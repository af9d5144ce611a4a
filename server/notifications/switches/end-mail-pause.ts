import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';

export async function endMailPause(db: Db, memberId: number): Promise<void> {
  await sql`update members set mails_paused_until = null where id = ${memberId}`.execute(db);
}
