import type { Module } from '../platform/module.ts';
import { likesHandlers } from './routes.ts';
import { tables } from './tables.ts';

export { deleteLikesBetween, LIKE_NOTIFICATION, markLikeSeen, type LikeOutcome } from './like-profile.ts';
export { newLikesOf, newLikesOfEach, type Likes } from './likes-of.ts';

export const module: Module = {
  tables,
  handlers: likesHandlers,
};
