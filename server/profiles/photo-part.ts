import type { MainImage, Photo } from '#contract/profiles.ts';
import type { PhotoStatus } from '#contract/enums.ts';
import type { Db } from '../platform/database/index.ts';

/** The main photo as the cards' query finds it. */
export interface MainPhoto {
  id: number;
  member_id: number;
  storage_key: string;
  status: PhotoStatus;
  formats: string[];
}

/**
 * How photos are shown: addresses, signatures and locks belong to the photos module, which stands above this one and
 * gives its part at start.
 */
export interface PhotoPart {
  /** The main photo with signed addresses. Called for each card, so it must not ask the database. */
  mainImage(photo: MainPhoto): MainImage;
  /** All photos of a member as `viewer` (a member's id, null for a visitor) may see them; all states for the owner. */
  photosOf(db: Db, viewer: number | null, member: number): Promise<Photo[]>;
}

let part: PhotoPart | null = null;

/** Called once by the composition root, before the first request. Without it profiles have no photos. */
export function providePhotos(given: PhotoPart): void {
  part = given;
}

export const mainImageOf = (photo: MainPhoto | null): MainImage | null => (photo && part ? part.mainImage(photo) : null);
export const photosOf = async (db: Db, viewer: number | null, member: number): Promise<Photo[]> => (part ? part.photosOf(db, viewer, member) : []);
