import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';

export async function pauseMails(db: Db, memberId: number, days: number): Promise<void> {
  await sql`update members set mails_paused_until = app_now() + ${days} * interval '1 day' where id = ${memberId}`.execute(
    db,
  );
}
