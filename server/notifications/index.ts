import type { Module } from '../platform/module.ts';
import { LIKE_NOTIFICATION } from '../likes/index.ts';
import { MESSAGE_NOTIFICATION } from '../chat/index.ts';
import { PHOTO_NOTIFICATION } from '../photos/index.ts';
import { notifyPhoto, type PhotoNews } from './notify-photo.ts';
import { notifyLike, type LikeNews } from './notify-like.ts';
import { unsubscribeRoutes } from './unsubscribe-routes.ts';
import { notifyMessage, type MessageNews } from './notify-message.ts';
import { tables } from './tables.ts';

export { changeSwitches, forgetMailFaults } from './change-switches.ts';

/** Hears what the lower modules put into the queue, and tells members by mail and push as they left it switched on. */
export const module: Module = {
  tables,
  routes: unsubscribeRoutes,
  jobs: (app) => ({
    [PHOTO_NOTIFICATION]: (news: PhotoNews) => notifyPhoto(app, news),
    [LIKE_NOTIFICATION]: (news: LikeNews) => notifyLike(app, news),
    [MESSAGE_NOTIFICATION]: (news: MessageNews) => notifyMessage(app, news),
  }),
};
