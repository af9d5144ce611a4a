import type { RawBuilder } from 'kysely';
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

/** What `photosColumns` selects: for `photosIn`, and nobody else's business. */
export interface PhotosRow {
  photos: unknown;
  viewer_paid: boolean | null;
}

/** How photos are shown: addresses, signatures and locks belong to the photos module, which is above this one and makes this part. */
export interface PhotoPart {
  /** The main photo with signed addresses. Called for each card, so it must not ask the database. */
  mainImage(photo: MainPhoto): MainImage;
  /** Columns over `profiles p` that hold all photos of the member, for a statement that reads more of the member. */
  photosColumns(viewer: number | null): RawBuilder<PhotosRow>;
  /** The photos in these columns as `viewer` (a member's id, null for a visitor) may see them; all states for the owner. */
  photosIn(row: PhotosRow, owner: number, viewer: number | null): Photo[];
  /** The same by a statement of their own. */
  photosOf(db: Db, viewer: number | null, member: number): Promise<Photo[]>;
}

declare module '../platform/app.ts' {
  interface Parts {
    photos: PhotoPart;
  }
}
