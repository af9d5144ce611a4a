import { sql } from 'kysely';
import { one, type Db } from './index.ts';

/** The database's clock, used for every time window. Tests may shift it. */
export async function databaseNow(db: Db): Promise<Date> {
  const { now } = await one(sql<{ now: Date }>`select app_now() as now`.execute(db));
  return now;
}
