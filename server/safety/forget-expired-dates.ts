import { sql } from 'kysely';
import type { Db } from '../platform/database/index.ts';

export async function forgetExpiredDates(db: Db): Promise<void> {
  await sql`delete from shared_dates where expires_at <= app_now()`.execute(db);
}
