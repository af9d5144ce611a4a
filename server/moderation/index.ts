import type { Module } from '../platform/module.ts';
import { moderationHandlers } from './routes.ts';

export const module: Module = { handlers: moderationHandlers };
