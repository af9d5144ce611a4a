import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';

export async function forgetDismissed(db: Db): Promise<void> {
  await sql`delete from dismissed_profiles where until <= app_now()`.execute(db);
}
