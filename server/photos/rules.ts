import type { PhotoStatus } from '#contract/enums.ts';

/** What a viewer is to a photo's owner, or an operator. */
export type Viewer = 'owner' | 'moderator' | 'premium' | 'free' | 'visitor';

export interface PhotoState {
  status: PhotoStatus;
  private: boolean;
  /** The main photo of its owner's profile. */
  main: boolean;
}

/**
 * Who sees which photo (docs/product.md 6.7): its owner and those who inspect it always; others only active ones:
 * premium members all, free members all that are not private, visitors the main one. `locked` is shown blurred.
 */
export function accessTo(photo: PhotoState, viewer: Viewer): 'open' | 'locked' | 'hidden' {
  if (viewer === 'owner' || viewer === 'moderator') return 'open';
  if (photo.status !== 'active') return 'hidden';
  if (viewer === 'premium') return 'open';
  if (photo.private) return 'locked';
  return viewer === 'visitor' && !photo.main ? 'locked' : 'open';
}
