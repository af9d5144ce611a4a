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

/** How photos are shown: addresses, signatures and locks belong to the photos module, which is above this one and makes this part. */
export interface PhotoPart {
  /** The main photo with signed addresses. Called for each card, so it must not ask the database. */
  mainImage(photo: MainPhoto): MainImage;
  /** All photos of a member as `viewer` (a member's id, null for a visitor) may see them; all states for the owner. */
  photosOf(db: Db, viewer: number | null, member: number): Promise<Photo[]>;
}

declare module '../platform/app.ts' {
  interface Parts {
    photos: PhotoPart;
  }
}
