import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';

/** A repeat of a bulk act comes within minutes. */
const KEPT_DAYS = 30;

export async function forgetBulkActs(db: Db): Promise<void> {
  for (const table of ['bulk_acts', 'bulk_complaints', 'bulk_photos'])
    await sql`delete from ${sql.table(table)} where created_at < app_now() - ${KEPT_DAYS} * interval '1 day'`.execute(
      db,
    );
}
