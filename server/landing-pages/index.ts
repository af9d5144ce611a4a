import type { Module } from '../platform/module.ts';
import { landingPagesHandlers } from './routes.ts';

export const module: Module = { handlers: landingPagesHandlers };
