import type { Module } from '../platform/module.ts';
import { landingPagesHandlers } from './handlers.ts';
import { registerPictures } from './http.ts';
import { tables } from './tables.ts';

export const module: Module = {
  tables,
  handlers: landingPagesHandlers,
  routes: registerPictures,
};
