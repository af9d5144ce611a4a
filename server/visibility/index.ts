import type { Module } from '../platform/module.ts';
import { visibilityHandlers } from './handlers.ts';
import { tables } from './tables.ts';
import { createMemberPools } from './viewer.ts';

export { ageCountries, assertAgeForArea, assertAgeForContact } from './age-gate.ts';
export { assertVerifiedFor } from './assert-verified-for.ts';
export { assertVisible, maySee, relationTo, type Found } from './assert-visible.ts';
export { refusalOf, seenThrough, type Relation, type Surface } from './rules.ts';
export {
  acceptsContactFrom,
  isOpenToLiked,
  inPool,
  isUnderWay,
  keptFrom,
  knownTo,
  leftOutFrom,
  listedFor,
  operatorView,
  relationColumns,
  suitsContact,
  talkingWith,
  apartFrom,
  unacquainted,
  type CardViewer,
  type ListViewer,
  type Viewer,
} from './sql-pieces.ts';
export { soughtBy } from './sought-by.ts';
export { hiddenBy, viewerOf } from './viewer.ts';

export const module: Module = {
  tables,
  create: () => ({ memberPools: createMemberPools() }),
  handlers: visibilityHandlers,
};
