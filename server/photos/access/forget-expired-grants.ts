import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';

export async function forgetExpiredGrants(db: Db): Promise<void> {
  await sql`delete from photo_access where expires_at <= app_now()`.execute(db);
}
