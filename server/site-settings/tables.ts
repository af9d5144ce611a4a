import type { ModuleTables } from '../platform/module-tables.ts';

export const tables: ModuleTables = {
  owns: ['sites', 'companies', 'setting_changes', 'site_pictures'],
  reads: ['profiles'],
  personal: [
    { table: 'setting_changes', columns: ['operator_id'], notExported: 'of operators', onPurge: 'stays', because: 'tells who decided what the site does' },
  ],
};
