import type { ModuleTables } from '../platform/module-tables.ts';

export const tables: ModuleTables = {
  owns: ['audit_log'],
  reads: ['members', 'profiles'],
  personal: [
    {
      table: 'audit_log',
      columns: ['member_id', 'operator_id'],
      notExported: 'speaks of operators',
      onPurge: 'stays',
      because: 'shows which operator did what; nobody can change it, and it holds numbers and codes',
    },
  ],
};
