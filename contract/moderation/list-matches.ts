import { Type, type Static } from 'typebox';
import { instant, object, oneOf } from '../schema.ts';

/** Pictures that stay stored with their hash, so that a new list is compared with them too. */
export const storedPlaces = ['photo', 'chat_image', 'selfie'] as const;
export type StoredPlace = (typeof storedPlaces)[number];

/** Where a picture of a list was found. */
const matchPlaces = [...storedPlaces, 'age_picture'] as const;
export type MatchPlace = (typeof matchPlaces)[number];

/** A picture that an outside list of known illegal pictures names: what a report to the authorities needs. */
export const listMatch = object({
  place: oneOf(matchPlaces),
  list: Type.String(),
  /** The PDQ hash of the member's picture. */
  pdq: Type.String(),
  /** Bits in which the listed hash differs from it. */
  distance: Type.Integer(),
  found_at: instant,
});
export type ListMatch = Static<typeof listMatch>;
