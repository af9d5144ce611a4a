import type { Module } from '../platform/module.ts';
import { searchHandlers } from './routes.ts';
import { tables } from './tables.ts';

export const module: Module = {
  tables,
  handlers: searchHandlers,
};
