import type { Db } from '../platform/database/index.ts';

export async function markLikeSeen(db: Db, viewer: number, liker: number): Promise<boolean> {
  const result = await db
    .updateTable('likes')
    .set({ like_new: false })
    .where('liked_id', '=', viewer)
    .where('liker_id', '=', liker)
    .where('like_new', '=', true)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
