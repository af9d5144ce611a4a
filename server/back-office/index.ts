import type { Module } from '../platform/module.ts';
import { backOfficeHandlers } from './routes.ts';
import { officeSeries } from './series.ts';
import { tables } from './tables.ts';
import { operatorTokenHandlers } from './token-routes.ts';

export { isDemoOwner, ownerLink } from './operators.ts';

export const module: Module = {
  tables,
  handlers: (app) => ({ ...backOfficeHandlers(app), ...operatorTokenHandlers(app) }),
  series: officeSeries,
};
