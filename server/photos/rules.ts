import type { PhotoStatus } from '#contract/photos/photo.ts';

export type Viewer = 'owner' | 'moderator' | 'premium' | 'free' | 'visitor';

export interface PhotoState {
  status: PhotoStatus;
  private: boolean;
  /** Only counts for a private photo. */
  on_request: boolean;
  main: boolean;
}

/**
 * Photo access (docs/product.md 6.7, 6.13). The owner and moderators see every photo. Everybody else sees active
 * photos only: those on request if the owner `granted` it, and of the others premium members all, free members
 * the public ones, visitors the main one. `locked` photos are shown blurred.
 */
export function accessTo(
  photo: PhotoState,
  viewer: Viewer,
  isGranted: boolean,
): 'open' | 'locked' | 'hidden' {
  if (viewer === 'owner' || viewer === 'moderator') return 'open';
  if (photo.status !== 'active') return 'hidden';
  if (isOnRequest(photo)) return isGranted ? 'open' : 'locked';
  if (viewer === 'premium') return 'open';
  if (photo.private) return 'locked';
  return viewer === 'visitor' && !photo.main ? 'locked' : 'open';
}

export const isOnRequest = (photo: Pick<PhotoState, 'private' | 'on_request'>): boolean =>
  photo.private && photo.on_request;
