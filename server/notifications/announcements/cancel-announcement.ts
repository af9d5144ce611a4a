import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';

export async function cancelAnnouncement(db: Db, id: number): Promise<boolean> {
  const { numAffectedRows } =
    await sql`update announcements set status = 'cancelled' where id = ${id} and status in ('scheduled', 'sending')`.execute(
      db,
    );
  return numAffectedRows === 1n;
}
