import type { SwitchFilter } from './filters.ts';

export const switchWords = {
  online: 'profile.online',
  activeThisWeek: 'profile.this_week',
  withPhoto: 'search.with_photo',
  newHere: 'search.new_here',
  verified: 'search.verified',
} as const satisfies Record<SwitchFilter, string>;
