import type { Module } from '../platform/module.ts';
import { searchHandlers } from './handlers.ts';
import { createKnown } from './search-context.ts';
import { tables } from './tables.ts';

export const module: Module = {
  tables,
  create: () => ({ search: createKnown() }),
  handlers: searchHandlers,
};
