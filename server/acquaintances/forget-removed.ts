import { sql } from 'kysely';
import type { Db } from '../platform/database/index.ts';

export async function forgetRemoved(db: Db): Promise<void> {
  await sql`delete from acquaintance_imports where removed_at < app_now() - interval '1 hour'`.execute(db);
}
