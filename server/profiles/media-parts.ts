import type { RawBuilder } from 'kysely';
import type { PhotoAccessState } from '#contract/photos/access-states.ts';
import type { MainImage, Photo, PhotoStatus } from '#contract/photos/photo.ts';
import type { VoiceIntro } from '#contract/voice/voice-intro.ts';
import type { Db } from '../platform/database/index.ts';

export interface MainPhoto {
  id: number;
  member_id: number;
  storage_key: string;
  status: PhotoStatus;
  formats: string[];
  /** Six hexadecimal digits. Null before the job has computed it, empty if the file cannot be read. */
  colour: string | null;
}

/** A request for the photos on request of one member by another, or the answer to it. */
export interface AccessRow {
  state: PhotoAccessState;
  until: string | null;
}

/** The result of `photosColumns`. Only `photosIn` may interpret it. */
export interface PhotosRow {
  photos: unknown;
  photo_access: AccessRow | null;
  viewer_paid: boolean | null;
}

/**
 * Presentation of photos. The photos module, which sits on a higher floor, provides this part, because
 * addresses, signatures and locks belong to it.
 */
export interface PhotoPart {
  /** The main photo with signed addresses. It runs for each card, so it must not query the database. */
  mainImage(photo: MainPhoto): MainImage;
  /** The signed address of a photo in any state. Only its owner and moderators can load each of them. */
  address(id: number): string;
  /**
   * Columns over `profiles p` with all photos of the member, for queries that also read other data of the
   * member. `premium` is set for a viewer who is no member.
   */
  photosColumns(viewer: number | null, premium?: boolean): RawBuilder<PhotosRow>;
  /**
   * Converts these columns to the photos that `viewer` (a member's id, null for a visitor) may see. The owner
   * sees photos in every state.
   */
  photosIn(row: PhotosRow, owner: number, viewer: number | null): Photo[];
  photosOf(db: Db, viewer: number | null, member: number): Promise<Photo[]>;
}

/** The result of `introColumn`: the approved voice introduction, for `present`. */
export interface VoiceRow {
  voice_intro: Omit<VoiceIntro, 'filename'> | null;
}

/** Presentation of voice introductions, provided by the voice module, which sits on a higher floor. */
export interface VoicePart {
  /** Column over `profiles p`. It does not check who may see the profile. */
  introColumn: RawBuilder<VoiceRow>;
  present(intro: Omit<VoiceIntro, 'filename'>): VoiceIntro;
  isValid(id: number, signature: string): boolean;
}

declare module '../platform/app.ts' {
  interface Parts {
    photos: PhotoPart;
    voice: VoicePart;
  }
}
