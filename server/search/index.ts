import type { Module } from '../platform/module.ts';
import { searchHandlers } from './routes.ts';
import { createKnown } from './search.ts';
import { tables } from './tables.ts';

export const module: Module = {
  tables,
  create: () => ({ search: createKnown() }),
  handlers: searchHandlers,
};
