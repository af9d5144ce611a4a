import type { App } from '../platform/app.ts';
import type { Module } from '../platform/module.ts';
import { createCardStore } from './hydrate.ts';
import { createPresence } from './presence.ts';
import { profilesHandlers } from './routes.ts';
import { tables } from './tables.ts';

export { cardJoins, NEW_DAYS, ONLINE_MINUTES, profileCard, profileCardMap, profileCards, withoutHidden, type CardRow } from './cards.ts';
export type { MainPhoto, PhotoPart, PhotosRow } from './photo-part.ts';
export { changeProfile } from './change-profile.ts';
export { changeCam, createHouseProfile, type HouseProfile } from './house-profile.ts';
export { clearText, createProfile, setInvisible, setProfileStatus } from './change-status.ts';
export { placeOf, type GivenPlace, type Place } from './place.ts';
export { cardsForEvents, hydrate, myVersion, skeletonColumns, type Hydrated, type Shown } from './hydrate.ts';
export { whenProfileOpened } from './opened.ts';
export { presentProfile, ownProfileColumns, profileOf, type WholeRow } from './whole-profile.ts';

export const module: Module = {
  tables,
  create: (app) => ({ cards: createCardStore(app), presence: createPresence(app), profileListeners: [] }),
  handlers: (app: App) => profilesHandlers(app),
};
