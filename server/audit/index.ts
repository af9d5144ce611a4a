import type { Module } from '../platform/module.ts';
import { tables } from './tables.ts';

export { auditLines, auditRows } from './read-acts.ts';
export { assertLookInSites } from './assert-look-in-sites.ts';
export { auditAs } from './audit-as.ts';
export { recordActs, type Act } from './record-acts.ts';
export { recordCommand } from './record-command.ts';
export { recordLook } from './record-look.ts';

export const module: Module = { tables };
