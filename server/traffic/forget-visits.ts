import { sql } from 'kysely';
import type { Db } from '../platform/database/index.ts';

/** A year, plus the month that it is compared with. */
const KEPT_MONTHS = 13;

export async function forgetOldVisits(db: Db): Promise<void> {
  await sql`delete from page_visits where day < app_now()::date - ${KEPT_MONTHS} * interval '1 month'`.execute(
    db,
  );
}
