import { sql } from 'kysely';
import type { Db } from '../platform/database/index.ts';

/** Notices older than a day no longer suppress a new one. */
export async function forgetLikeNotices(db: Db): Promise<void> {
  await sql`delete from like_notices where told_at < app_now() - interval '1 day'`.execute(db);
}
