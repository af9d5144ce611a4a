import type { ModuleTables } from '../platform/module-tables.ts';

export const tables: ModuleTables = {
  owns: ['sites', 'pools', 'companies', 'setting_changes', 'site_pictures', 'waiting_changes'],
  reads: ['members', 'profiles'],
  personal: [
    {
      table: 'waiting_changes',
      columns: ['asked_by', 'decided_by'],
      notExported: 'of operators',
      onPurge: 'stays',
      because: 'tells who asked for a change and who approved it',
    },
    {
      table: 'setting_changes',
      columns: ['operator_id'],
      notExported: 'of operators',
      onPurge: 'stays',
      because: 'tells who decided what the site does',
    },
  ],
};
