import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';

/** Days for which members still see a past trip of theirs. */
const KEPT_DAYS = 7;

export async function forgetPastTrips(db: Db): Promise<void> {
  await sql`delete from trips where ends_at < app_now() - make_interval(days => ${KEPT_DAYS})`.execute(db);
}
