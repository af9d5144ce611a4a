import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';

/** Whether the queue shows a waiting photo to another moderator at this moment. */
export async function photoClaimedByColleague(db: Db, operator: number, photo: number): Promise<boolean> {
  const { rows } = await sql`
    select from queue_claims c join photos ph on ph.id = c.item_id
    where c.queue = 'photos' and c.item_id = ${photo} and c.operator_id <> ${operator} and c.expires_at > app_now()
      and ph.status = 'inspecting'`.execute(db);
  return rows.length > 0;
}
