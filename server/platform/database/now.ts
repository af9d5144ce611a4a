import { sql } from 'kysely';
import type { Db } from './index.ts';

/** The database's time, by which every window is measured; tests may shift it. */
export async function databaseNow(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select app_now() as now`.execute(db);
  return rows[0]!.now;
}
