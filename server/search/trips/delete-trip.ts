import type { Db } from '../../platform/database/index.ts';

export async function deleteTrip(db: Db, member: number, id: number): Promise<void> {
  await db.deleteFrom('trips').where('member_id', '=', member).where('id', '=', id).execute();
}
