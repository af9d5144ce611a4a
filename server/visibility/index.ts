import type { Module } from '../platform/module.ts';
import { tables } from './tables.ts';

export { assertVisible, maySee, relationTo, type Found } from './assert-visible.ts';
export { knownTo, listedFor } from './listed.ts';
export { refusalOf, seenThrough, type Relation, type Surface } from './rules.ts';
export { lockPair } from './pair-lock.ts';
export { readCursor, writeCursor } from './cursor.ts';

export const module: Module = { tables };
