import type { PhotoStatus } from '#contract/photos/photo.ts';

export type Viewer = 'owner' | 'moderator' | 'premium' | 'free' | 'visitor';

export interface PhotoState {
  status: PhotoStatus;
  private: boolean;
  main: boolean;
}

/**
 * Photo access (docs/product.md 6.7). The owner and moderators see every photo. Everybody else sees active
 * photos only: premium members all of them, free members the public ones, visitors the main one. `locked`
 * photos are shown blurred.
 */
export function accessTo(photo: PhotoState, viewer: Viewer): 'open' | 'locked' | 'hidden' {
  if (viewer === 'owner' || viewer === 'moderator') return 'open';
  if (photo.status !== 'active') return 'hidden';
  if (viewer === 'premium') return 'open';
  if (photo.private) return 'locked';
  return viewer === 'visitor' && !photo.main ? 'locked' : 'open';
}
