import type { ModuleTables } from '../platform/module-tables.ts';

export const tables: ModuleTables = { owns: ['static_pages'] };
