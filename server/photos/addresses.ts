import type { MainImage, Photo } from '#contract/profiles.ts';
import type { PhotoStatus } from '#contract/enums.ts';
import { createSigner } from '../platform/signing.ts';
import type { PhotoVariant } from './process-photo.ts';
import { accessTo, type Viewer } from './rules.ts';

/** An address works for three to six hours, and is the same for three, so that browsers keep the picture. */
const LIFETIME_SECONDS = 6 * 3600;
/** Photos whose signatures a process keeps: some 4 MB at most. */
const MOST_KEPT = 20_000;

/** A row of `photos` as presentation needs it. */
export interface PhotoRow {
  id: number;
  private: boolean;
  main: boolean;
  status: PhotoStatus;
  width: number;
  height: number;
  refusal_reason: string | null;
}

/**
 * Signed addresses `/photos/{id}/{variant}?s=…`. One signature opens all widths of a photo, so that a page can offer
 * them in a `srcset`; the blurred one has a signature of its own, which opens nothing else.
 */
export interface PhotoAddresses {
  address(id: number, variant: PhotoVariant): string;
  isValid(id: number, variant: PhotoVariant, signature: string): boolean;
  /** The signature says which variants it opens; who may see them is checked again at each request. */
  mainImage(photo: { id: number; status: PhotoStatus }): MainImage;
  /** The photo as this viewer gets it; null when it is hidden. */
  present(photo: PhotoRow, viewer: Viewer): Photo | null;
}

export function createPhotoAddresses(secret: string): PhotoAddresses {
  const signer = createSigner(secret, 'photos', { keep: MOST_KEPT });
  const subject = (id: number, variant: PhotoVariant) => `${id}/${variant === 'blur' ? 'blur' : 'open'}`;
  const address = (id: number, variant: PhotoVariant) => `/photos/${id}/${variant}?s=${signer.sign(subject(id, variant), LIFETIME_SECONDS)}`;
  return {
    address,
    isValid: (id, variant, signature) => signer.verify(subject(id, variant), signature),
    mainImage({ id, status }) {
      // Both widths are opened by one signature; a page of search has 24 of these.
      const signature = signer.sign(subject(id, '960'), LIFETIME_SECONDS);
      return { filename: `/photos/${id}/960?s=${signature}`, thumb_filename: `/photos/${id}/480?s=${signature}`, status };
    },
    present(photo, viewer) {
      const access = accessTo(photo, viewer);
      if (access === 'hidden') return null;
      const open = access === 'open';
      return {
        id: photo.id,
        filename: open ? address(photo.id, '960') : null,
        thumb_filename: address(photo.id, open ? '480' : 'blur'),
        private: photo.private,
        locked: !open,
        status: photo.status,
        main: photo.main,
        width: photo.width,
        height: photo.height,
        ...(viewer === 'owner' || viewer === 'moderator' ? { refusal_reason: photo.refusal_reason } : {}),
      };
    },
  };
}
