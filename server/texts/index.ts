import type { Module } from '../platform/module.ts';
import { textsHandlers } from './routes.ts';
import { tables } from './tables.ts';

export { ownWordsOf } from './mail-texts.ts';
export { assertSite } from './sites.ts';
export { keepVersion, newestVersions, type TextEdit } from './versions.ts';

/** What operators write in place of the standard texts: every version of it, and the words of mails. */
export const module: Module = { tables, handlers: textsHandlers };
