import type { Module } from '../platform/module.ts';
import { moderationHandlers } from './routes.ts';

export { inheritBlocks, keepBlocks, rememberAddress } from './kept-blocks.ts';

export const module: Module = { handlers: moderationHandlers };
