import type { ModuleTables } from '../platform/module-tables.ts';

export const tables: ModuleTables = { reads: ['members', 'profiles'] };
