import type { Module } from '../platform/module.ts';
import { officeHandlers } from './handlers.ts';
import { officeSeries } from './series.ts';
import { tables } from './tables.ts';
import { operatorTokenHandlers } from './token-handlers.ts';

export { isDemoOwner } from './staff/is-demo-owner.ts';
export { ownerLink } from './staff/owner-link.ts';

export const module: Module = {
  tables,
  handlers: (app) => ({ ...officeHandlers(app), ...operatorTokenHandlers(app) }),
  series: officeSeries,
};
