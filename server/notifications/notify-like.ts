import type { App } from '../platform/app.ts';
import { profileCardMap } from '../profiles/index.ts';
import { maySee, viewerOf } from '../visibility/index.ts';
import { addresseeOf } from './audience.ts';
import { tell } from './tell.ts';

export interface LikeNews {
  liker: number;
  liked: number;
  match: boolean;
}

/**
 * Tells the liked one of a like, or of a match. Nobody is told of what stands on the open screen, of a like that was
 * taken back, or of somebody whom the visibility rule hides.
 */
export async function notifyLike(app: App, { liker, liked, match }: LikeNews): Promise<void> {
  const to = await addresseeOf(app, liked);
  if (!to || to.present || !(await stillLikes(app, liker, liked)) || !(await maySee(app.db, await viewerOf(app, liked, to.host), liker))) return;
  const from = (await profileCardMap(app, liked, [liker])).get(liker);
  if (!from) return;
  await tell(app, to, { type: 'like', push: match ? 'match' : 'like', from, path: `/likes/m/${liker}`, tag: `like-${liker}` });
}

const stillLikes = async ({ db }: App, liker: number, liked: number): Promise<boolean> =>
  (await db.selectFrom('likes').select('id').where('liker_id', '=', liker).where('liked_id', '=', liked).executeTakeFirst()) !== undefined;
