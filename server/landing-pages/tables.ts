import type { ModuleTables } from '../platform/module-tables.ts';

export const tables: ModuleTables = { owns: ['landing_slugs', 'page_visits'], reads: ['networks', 'profiles'] };
