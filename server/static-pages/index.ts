import type { Module } from '../platform/module.ts';
import { staticPageHandlers } from './handlers.ts';
import { tables } from './tables.ts';

export const module: Module = {
  tables,
  handlers: staticPageHandlers,
};
