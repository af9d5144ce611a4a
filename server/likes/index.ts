import type { Module } from '../platform/module.ts';
import { whenProfileOpened } from '../profiles/index.ts';
import { forgetLikeNotices, markLikeSeen } from './like-profile.ts';
import { likesHandlers } from './routes.ts';
import { tables } from './tables.ts';

export { deleteLikesBetween, LIKE_NOTIFICATION, type LikeOutcome } from './like-profile.ts';
export { newLikesCount, newLikesOf, newLikesOfEach } from './likes-of.ts';

export const module: Module = {
  tables,
  handlers(app) {
    // Opening a profile clears its new-like flag.
    whenProfileOpened(app, async (viewer, profile) => {
      if (await markLikeSeen(app.db, viewer, profile)) app.events.emit(viewer, 'changed', { what: 'likes' });
    });
    return likesHandlers(app);
  },
  jobs: (app) => ({ 'forget-like-notices': () => forgetLikeNotices(app.db) }),
  cron: [{ job: 'forget-like-notices', at: '41 3 * * *' }],
};
