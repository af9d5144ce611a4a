import { sql } from 'kysely';
import type { Db } from '../platform/database/index.ts';

const KEPT_DAYS = 60;

export async function forgetPageErrors(db: Db): Promise<void> {
  await sql`delete from page_errors where last_at < app_now() - ${KEPT_DAYS} * interval '1 day'`.execute(db);
}
