import type { MainImage, Photo, PhotoStatus } from '#contract/photos/photo.ts';
import { createSigner } from '../platform/signing.ts';
import type { AccessRow } from '../profiles/index.ts';
import type { PhotoVariant } from './process-photo.ts';
import { accessTo, isOnRequest, type Viewer } from './rules.ts';

/**
 * Browsers can cache a picture because its address stays the same for three hours. Each address is valid for
 * three to six.
 */
const LIFETIME_SECONDS = 6 * 3600;
/** Cached signatures per process, about 4 MB. */
const MOST_KEPT = 20_000;

export interface PhotoRow {
  id: number;
  private: boolean;
  on_request: boolean;
  main: boolean;
  status: PhotoStatus;
  width: number;
  height: number;
  colour: string | null;
  refusal_reason: string | null;
}

/**
 * Signed addresses `/photos/{id}/{variant}?s=…`. One signature is valid for all widths of a photo, so that a
 * page can list them in a `srcset`. The blurred variant's signature is valid only for that variant.
 */
export interface PhotoAddresses {
  address(id: number, variant: PhotoVariant): string;
  isValid(id: number, variant: PhotoVariant, signature: string): boolean;
  /**
   * The signature determines which variants may be loaded. The server checks the viewer's access again on
   * each request.
   */
  mainImage(photo: { id: number; status: PhotoStatus; colour: string | null }): MainImage;
  /**
   * The photo with the addresses that this viewer may load. Null if the photo is hidden from the viewer. `access`
   * is the viewer's row of `photo_access` with the photo's owner, if there is one.
   */
  present(photo: PhotoRow, viewer: Viewer, access: AccessRow | null): Photo | null;
}

export function createPhotoAddresses(secret: string): PhotoAddresses {
  const signer = createSigner(secret, 'photos', { keep: MOST_KEPT });
  const subject = (id: number, variant: PhotoVariant) => `${id}/${variant === 'blur' ? 'blur' : 'open'}`;
  const address = (id: number, variant: PhotoVariant) =>
    `/photos/${id}/${variant}?s=${signer.sign(subject(id, variant), LIFETIME_SECONDS)}`;
  return {
    address,
    isValid: (id, variant, signature) => signer.verify(subject(id, variant), signature),
    mainImage({ id, status, colour }) {
      // Both widths share one signature, because a search page shows 24 photos.
      const signature = signer.sign(subject(id, '960'), LIFETIME_SECONDS);
      return {
        filename: `/photos/${id}/960?s=${signature}`,
        thumb_filename: `/photos/${id}/480?s=${signature}`,
        status,
        ...(colour && { colour }),
      };
    },
    present(photo, viewer, granted) {
      const isGranted = granted?.state === 'granted';
      const access = accessTo(photo, viewer, isGranted);
      if (access === 'hidden') return null;
      const open = access === 'open';
      const onRequest = isOnRequest(photo);
      return {
        id: photo.id,
        filename: open ? address(photo.id, '960') : null,
        thumb_filename: address(photo.id, open ? '480' : 'blur'),
        private: photo.private,
        on_request: onRequest,
        ...(onRequest && !open && granted && { asked: true }),
        ...(onRequest && isGranted && granted.until && { until: new Date(granted.until).toISOString() }),
        locked: !open,
        status: photo.status,
        main: photo.main,
        width: photo.width,
        height: photo.height,
        // The colour of a locked photo would tell what the viewer may not see.
        ...(open && photo.colour && { colour: photo.colour }),
        ...(viewer === 'owner' || viewer === 'moderator' ? { refusal_reason: photo.refusal_reason } : {}),
      };
    },
  };
}
