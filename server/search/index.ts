import type { Module } from '../platform/module.ts';
import { searchHandlers } from './routes.ts';

export { type Searcher } from './search-members.ts';

export const module: Module = { handlers: searchHandlers };
