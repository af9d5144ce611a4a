import type { App } from '../platform/app.ts';
import { profileCard } from '../profiles/index.ts';
import { maySee, viewerOf } from '../visibility/index.ts';
import { addresseeOf } from './audience.ts';
import { notify } from './notify.ts';

export interface LikeNews {
  liker: number;
  liked: number;
  match: boolean;
}

/**
 * Notifies a member of a like or a match, unless the member has the site open, the like was withdrawn, or the
 * visibility rule hides the person who gave it.
 */
export async function notifyLike(app: App, { liker, liked, match }: LikeNews): Promise<void> {
  const to = await addresseeOf(app, liked);
  if (!to || to.present || !(await stillLikes(app, liker, liked))) return;
  const viewer = await viewerOf(app, liked, to.host);
  if (!(await maySee(app.db, viewer, liker))) return;
  const from = await profileCard(app, viewer, liker);
  if (!from) return;
  await notify(app, to, {
    type: 'like',
    from,
    item: { about_id: liker, count: 1, conversation_id: null, match },
  });
}

const stillLikes = async ({ db }: App, liker: number, liked: number): Promise<boolean> =>
  (await db
    .selectFrom('likes')
    .select('id')
    .where('liker_id', '=', liker)
    .where('liked_id', '=', liked)
    .executeTakeFirst()) !== undefined;
