import type { Db } from '../../platform/database/index.ts';

export async function deleteSavedSearch(db: Db, member: number, id: number): Promise<void> {
  await db.deleteFrom('saved_searches').where('member_id', '=', member).where('id', '=', id).execute();
}
