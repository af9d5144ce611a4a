import { type Static, Type } from 'typebox';
import { count, id, instant, nullable, object, oneOf, optional } from '../schema.ts';

export const photoStatuses = ['inspecting', 'active', 'refused'] as const;
export type PhotoStatus = (typeof photoStatuses)[number];

export const mainImage = object({
  filename: Type.String(),
  thumb_filename: Type.String(),
  status: oneOf(photoStatuses),
  match: optional(Type.String({ description: 'Path of the match; only in the reply of `autoLike`' })),
});

export type MainImage = Static<typeof mainImage>;

export const photo = object({
  id,
  filename: nullable(Type.String({ description: 'Null while locked' })),
  thumb_filename: Type.String({ description: 'Blurred while locked' }),
  private: Type.Boolean({ description: 'Not public: for premium members, or on request' }),
  on_request: Type.Boolean({ description: 'Only for people whom the owner lets in' }),
  asked: optional(Type.Boolean({ description: 'The viewer has asked to see the photo, and may not yet' })),
  until: optional(instant),
  locked: Type.Boolean(),
  status: oneOf(photoStatuses),
  main: Type.Boolean(),
  width: optional(count),
  height: optional(count),
  refusal_reason: optional(nullable(Type.String())),
});

export type Photo = Static<typeof photo>;
