import type { Module } from '../platform/module.ts';
import { textsHandlers } from './handlers.ts';
import { tables } from './tables.ts';

export { ownWordsOf } from './own-words-of.ts';
export { assertSite, isTextSite } from './sites.ts';
export { keepVersion, newestVersions, type TextEdit } from './versions.ts';

export const module: Module = { tables, handlers: textsHandlers };
