import type { Module } from '../platform/module.ts';
import { tables } from './tables.ts';

export { auditAs, recordActs, type Act } from './record-acts.ts';

export const module: Module = { tables };
