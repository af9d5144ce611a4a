import type { ModuleTables } from '../platform/module-tables.ts';

export const tables: ModuleTables = { owns: ['landing_slugs'], reads: ['profiles'] };
