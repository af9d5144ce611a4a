import type { ModuleTables } from '../platform/module-tables.ts';

export const tables: ModuleTables = { owns: ['sites', 'companies'] };
