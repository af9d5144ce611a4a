import { sql } from 'kysely';
import type { Db } from '../platform/database/index.ts';

export const ACTIVITY_DAYS = 90;

export async function forgetActivity(db: Db): Promise<void> {
  await sql`delete from activities where created_at < app_now() - make_interval(days => ${ACTIVITY_DAYS})`.execute(
    db,
  );
}
