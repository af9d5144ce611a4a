import type { Module } from '../platform/module.ts';
import { whenProfileOpened } from '../profiles/index.ts';
import { forgetLikeNotices } from './forget-like-notices.ts';
import { likesHandlers } from './handlers.ts';
import { markLikeSeen } from './mark-like-seen.ts';
import { tables } from './tables.ts';

export { deleteLikesBetween } from './delete-likes-between.ts';
export { LIKE_NOTIFICATION, type LikeOutcome } from './like-profile.ts';
export { newLikesCount, newLikesOf, newLikesOfEach } from './likes-of.ts';

export const module: Module = {
  tables,
  handlers(app) {
    whenProfileOpened(app, async (viewer, profile) => {
      if (await markLikeSeen(app.db, viewer, profile)) app.events.emit(viewer, 'changed', { what: 'likes' });
    });
    return likesHandlers(app);
  },
  jobs: (app) => ({ 'forget-like-notices': () => forgetLikeNotices(app.db) }),
  cron: [{ job: 'forget-like-notices', at: '41 3 * * *' }],
};
