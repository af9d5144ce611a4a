import { sql } from 'kysely';
import { DAILY_PEOPLE_DAYS } from '#contract/rules/daily-people-rules.ts';
import type { Db } from '../../platform/database/index.ts';

/** One day longer than people stay away, for members whose day ends later. */
export async function forgetDailyPeople(db: Db): Promise<void> {
  await sql`delete from daily_people where day < app_now()::date - ${DAILY_PEOPLE_DAYS + 1}::int`.execute(db);
}
