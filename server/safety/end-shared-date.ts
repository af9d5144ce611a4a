import type { Db } from '../platform/database/index.ts';

export async function endSharedDate(db: Db, member: number, id: number): Promise<void> {
  await db.deleteFrom('shared_dates').where('member_id', '=', member).where('id', '=', id).execute();
}
