import { type Static, Type } from 'typebox';
import type { Call } from './call.ts';
import { likeTypes } from './lists/like-types.ts';
import { mainImage, photo } from './photos/photo.ts';
import { profileCard, shownFields } from './profiles.ts';
import { count, cursor, id, instant, list, nullable, object, oneOf, optional } from './schema.ts';

const swipeState = {
  profile: nullable(profileCard),
  /** Photos of the top card that the member is allowed to see. */
  photos: optional(list(photo)),
  /** The next card, so that its picture can be preloaded. */
  upcoming: optional(nullable(profileCard)),
  likes_left: count,
  next_at: nullable(instant),
};

export const likedByCard = object({ ...shownFields, like_new: Type.Boolean() });

export type LikedByCard = Static<typeof likedByCard>;

export const likesCalls = {
  likes: {
    method: 'GET',
    path: '/api/likes.php',
    access: 'member',
    summary: 'Likes sent and received, or one of the tabs',
    query: Type.Object({ cursor: optional(cursor), type: optional(oneOf(likeTypes)) }),
    status: 200,
    reply: object({
      profiles: list(profileCard),
      liked_by: list(likedByCard),
      next: nullable(Type.String()),
    }),
  },
  like: {
    method: 'POST',
    path: '/api/like.php',
    access: 'member',
    summary: 'Like',
    // The limit is far above what a person does.
    limits: [{ name: 'likes', points: 300, seconds: 3600, by: 'member' }],
    body: object({ profile: id }),
    status: 200,
    reply: object({ liked: Type.Boolean(), match: Type.Boolean() }),
  },
  unlike: {
    method: 'DELETE',
    path: '/api/like.php',
    access: 'member',
    summary: 'Withdraw a like',
    body: object({ profile: id }),
    status: 200,
    reply: object({ liked: Type.Boolean(), match: Type.Boolean() }),
  },
  autoLike: {
    method: 'GET',
    path: '/api/auto-like.php',
    access: 'member',
    changesState: true,
    summary: 'An unseen like, or else a labelled fictional profile',
    status: 200,
    reply: Type.Object(
      { ...profileCard.properties, main_image: nullable(mainImage) },
      { additionalProperties: false },
    ),
  },
  swipe: {
    method: 'GET',
    path: '/api/swipe.php',
    access: 'member',
    summary: 'The next card of the swipe game',
    status: 200,
    reply: object(swipeState),
  },
  swipeChoice: {
    method: 'POST',
    path: '/api/swipe.php',
    access: 'member',
    summary: 'Like or pass',
    body: object({ profile: id, like: Type.Boolean() }),
    status: 200,
    reply: object({ ...swipeState, match: optional(Type.Boolean()) }),
  },
  swipeUndo: {
    method: 'DELETE',
    path: '/api/swipe.php',
    access: 'member',
    summary: 'Undo the last choice shortly after it was made; a like is credited back to the daily limit',
    // Enough to correct slips. Without the limit, members could draw attention by liking and undoing
    // repeatedly.
    limits: [{ name: 'swipe undos', points: 30, seconds: 3600, by: 'member' }],
    body: object({ profile: id }),
    status: 200,
    reply: object({ ...swipeState, undone: Type.Boolean() }),
  },
} as const satisfies Record<string, Call>;
