import { Type } from 'typebox';
import type { Call } from '../call.ts';
import { countryCodes } from '../lists/countries.ts';
import { complaintCategories, genders, likeTypes, sortOrders } from '../enums.ts';
import { likedByCard, mainImage, memberProfile, photo, profileCard } from '../profiles.ts';
import { count, cursor, id, instant, list, nullable, object, ok, oneOf, optional, page, text, uuid } from '../schema.ts';

const words = () => Type.Optional(Type.String({ maxLength: 1000, description: 'Any of these, with commas; premium members only' }));

/** The query parameters of traits. */
const traitQuery = {
  interests: words(),
  sexuality: words(),
  relationship_status: words(),
  body_type: words(),
  hair_color: words(),
  eye_color: words(),
  tattoos: words(),
};

/** Number-like query parameters arrive as text and are coerced by the query schema. */
const memberSearch = Type.Object({
  gender: optional(oneOf(genders)),
  country: optional(oneOf(countryCodes)),
  region: optional(text(100)),
  min_age: optional(Type.Integer({ minimum: 18, maximum: 120 })),
  max_age: optional(Type.Integer({ minimum: 18, maximum: 120 })),
  cursor: optional(cursor),
  sort: optional(oneOf(sortOrders)),
  verified: optional(Type.Boolean({ description: 'Verified members only' })),
  ...traitQuery,
});

const swipeState = {
  profile: nullable(profileCard),
  /** Of the card on top, those that the member may see. */
  photos: optional(list(photo)),
  /** The card beneath, so that its picture is there when it comes to lie on top. */
  upcoming: optional(nullable(profileCard)),
  likes_left: count,
  next_at: nullable(instant),
};

/** Members: search, profiles, photos, likes, blocks, the swipe game, complaints. */
export const memberCalls = {
  members: {
    method: 'GET',
    path: '/api/members.php',
    access: 'public',
    summary: 'Search members',
    // Pages of results, of 24 each: far beyond a person, and not enough for an account to copy a large site.
    limits: [
      { name: 'searches', points: 600, seconds: 600, by: 'caller' },
      { name: 'searches a day', points: 3000, seconds: 86_400, by: 'member' },
    ],
    query: memberSearch,
    status: 200,
    reply: object({
      results: list(profileCard),
      num_results: count,
      next: nullable(Type.String()),
      similar_results: list(profileCard),
      similar_num_results: count,
    }),
  },
  member: {
    method: 'GET',
    path: '/api/member.php',
    access: 'public',
    summary: 'A profile',
    changesState: true,
    // Far beyond a person, not enough to copy the site.
    limits: [{ name: 'profile views', points: 600, seconds: 3600, by: 'caller' }],
    query: Type.Object({ id }),
    status: 200,
    reply: memberProfile,
  },
  recentlyViewed: {
    method: 'GET',
    path: '/api/recently-viewed.php',
    access: 'member',
    summary: 'Profiles that I opened lately, the last one first; nobody else learns of it',
    status: 200,
    reply: object({ profiles: list(profileCard) }),
  },
  forgetViewed: {
    method: 'DELETE',
    path: '/api/recently-viewed.php',
    access: 'member',
    summary: 'Empty the list of profiles that I opened',
    status: 200,
    reply: ok,
  },
  likes: {
    method: 'GET',
    path: '/api/likes.php',
    access: 'member',
    summary: 'Likes sent and received, or one tab of them',
    query: Type.Object({ cursor: optional(cursor), type: optional(oneOf(likeTypes)) }),
    status: 200,
    reply: object({ profiles: list(profileCard), liked_by: list(likedByCard), next: nullable(Type.String()) }),
  },
  like: {
    method: 'POST',
    path: '/api/like.php',
    access: 'member',
    summary: 'Like',
    // Far beyond somebody who looks at profiles.
    limits: [{ name: 'likes', points: 300, seconds: 3600, by: 'member' }],
    body: object({ profile: id }),
    status: 200,
    reply: object({ liked: Type.Boolean(), match: Type.Boolean() }),
  },
  unlike: {
    method: 'DELETE',
    path: '/api/like.php',
    access: 'member',
    summary: 'Take a like back',
    body: object({ profile: id }),
    status: 200,
    reply: object({ liked: Type.Boolean(), match: Type.Boolean() }),
  },
  autoLike: {
    method: 'GET',
    path: '/api/auto-like.php',
    access: 'member',
    changesState: true,
    summary: 'An unseen like, else a labelled fictional profile',
    status: 200,
    reply: Type.Object({ ...profileCard.properties, main_image: nullable(mainImage) }, { additionalProperties: false }),
  },
  block: {
    method: 'POST',
    path: '/api/block.php',
    access: 'member',
    summary: 'Block: deletes chats and likes',
    body: object({ profile: id }),
    status: 200,
    reply: object({ blocked: Type.Boolean() }),
  },
  unblock: {
    method: 'DELETE',
    path: '/api/block.php',
    access: 'member',
    summary: 'Unblock',
    body: object({ profile: id }),
    status: 200,
    reply: object({ blocked: Type.Boolean() }),
  },
  blocks: {
    method: 'GET',
    path: '/api/blocks.php',
    access: 'member',
    summary: 'Whom I blocked',
    query: page,
    status: 200,
    reply: object({ profiles: list(profileCard), next: nullable(Type.String()) }),
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
    summary: 'Take the last choice back, within moments; a like of the day comes back with it', // More is a way to knock at doors, not a slip of the thumb.
    limits: [{ name: 'swipe undos', points: 30, seconds: 3600, by: 'member' }],
    body: object({ profile: id }),
    status: 200,
    reply: object({ ...swipeState, undone: Type.Boolean() }),
  },
  addPhoto: {
    method: 'POST',
    path: '/api/photo.php',
    access: 'member',
    summary: 'Add a photo (multipart `file`)', // Refused ones included: unpacking pictures costs more than any other call.
    limits: [{ name: 'photo-upload', points: 60, seconds: 3600, by: 'member' }],
    accepts: 'multipart',
    body: object({ private: optional(Type.Boolean()), main: optional(Type.Boolean()), client_id: optional(uuid) }),
    status: 201,
    reply: photo,
  },
  changePhoto: {
    method: 'PUT',
    path: '/api/photo.php',
    access: 'member',
    summary: 'Make a photo private, main, or move it',
    body: object({ id, private: optional(Type.Boolean()), main: optional(Type.Literal(true)), position: optional(count) }),
    status: 200,
    reply: photo,
  },
  deletePhoto: {
    method: 'DELETE',
    path: '/api/photo.php',
    access: 'member',
    summary: 'Delete a photo',
    body: object({ id }),
    status: 200,
    reply: ok,
  },
  complaint: {
    method: 'POST',
    path: '/api/complaint.php',
    access: 'public',
    summary: 'Complain', // A person in distress writes several, a machine hundreds. Without an account fewer, since each sends a mail.
    limits: [
      { name: 'complaints', points: 20, seconds: 3600, by: 'member' },
      { name: 'complaints of visitors', points: 5, seconds: 3600, by: 'visitor' },
    ],
    body: object({
      profile: optional(id),
      message: optional(id),
      photo: optional(id),
      category: oneOf(complaintCategories),
      text: text(5000),
      email: optional(text(320)),
      client_id: optional(uuid),
    }),
    status: 201,
    reply: object({ id }),
  },
} as const satisfies Record<string, Call>;
