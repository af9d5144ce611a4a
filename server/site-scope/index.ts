import type { Module } from '../platform/module.ts';
import { tables } from './tables.ts';

export { assertThingInSites } from './assert-thing-in-sites.ts';
export {
  complaintInLanguages,
  type DeskOperator,
  isOpenToWriter,
  type Languages,
  memberInLanguages,
  ofMemberInLanguages,
  textInLanguages,
  threadInLanguages,
} from './language-pieces.ts';
export {
  allInSites,
  appealInSites,
  complaintInSites,
  heldInSites,
  hostInSites,
  memberInSites,
  ofMemberInSites,
  siteInSites,
  sitesOfComplaint,
  threadInSites,
} from './sql-pieces.ts';
export { siteChoices } from './site-choices.ts';
export { sitesOfThing } from './sites-of-thing.ts';

export const module: Module = { tables };
