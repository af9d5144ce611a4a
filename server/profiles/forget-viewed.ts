import type { Db } from '../platform/database/index.ts';

export async function forgetViewed(db: Db, viewer: number): Promise<void> {
  await db.deleteFrom('profile_views').where('member_id', '=', viewer).execute();
}
