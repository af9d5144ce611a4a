import type { App } from '../platform/app.ts';
import type { Module } from '../platform/module.ts';
import { forgetDismissed } from './dismissed/forget-dismissed.ts';
import { profilesHandlers } from './handlers.ts';
import { createCardStore } from './hydrate.ts';
import { createPresence } from './presence.ts';
import { tables } from './tables.ts';

export {
  cardJoins,
  isOnline,
  NEW_DAYS,
  onlineSince,
  ONLINE_MINUTES,
  profileCard,
  profileCardMap,
  profileCards,
  type CardRow,
} from './cards.ts';
export type { AccessRow, MainPhoto, PhotoPart, PhotosRow, VoicePart, VoiceRow } from './media-parts.ts';
export { changeProfile } from './change-profile.ts';
export { changeCam } from './change-cam.ts';
export { createHouseProfile, type HouseProfile } from './create-house-profile.ts';
export { clearText } from './clear-text.ts';
export { createProfile } from './create-profile.ts';
export { setInvisible } from './set-invisible.ts';
export { setProfileStatus } from './set-profile-status.ts';
export { peopleAtFirst, problemsOfPeople, type People } from './people-of-profile.ts';
export { placeOf, type GivenPlace, type Place } from './place.ts';
export {
  cardsForEvents,
  hydrate,
  knownTownOf,
  myVersion,
  skeletonColumns,
  type Hydrated,
  type Shown,
} from './hydrate.ts';
export { whenProfileOpened } from './opened.ts';
export {
  ownProfileColumns,
  ownProfileOf,
  presentOwnProfile,
  profileOf,
  type WholeRow,
} from './whole-profile.ts';

export const module: Module = {
  tables,
  create: (app) => ({ cards: createCardStore(app), presence: createPresence(app), profileListeners: [] }),
  handlers: (app: App) => profilesHandlers(app),
  jobs: (app) => ({ 'forget-dismissed': () => forgetDismissed(app.db) }),
  cron: [{ job: 'forget-dismissed', at: '23 4 * * *' }],
};
