import { type Static, Type } from 'typebox';
import { count, id, instant, nullable, object, oneOf, optional } from '../schema.ts';

export const photoStatuses = ['inspecting', 'active', 'refused'] as const;
export type PhotoStatus = (typeof photoStatuses)[number];

/** What to show while a photo loads, for those who may see the photo. */
export const photoColour = optional(
  Type.String({
    pattern: '^[0-9a-f]{6}$',
    description: 'Average colour of the picture; absent while unknown and if you may not see it',
  }),
);

export const mainImage = object({
  filename: Type.String(),
  thumb_filename: Type.String(),
  status: oneOf(photoStatuses),
  colour: photoColour,
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
  colour: photoColour,
  refusal_reason: optional(nullable(Type.String())),
});

export type Photo = Static<typeof photo>;
