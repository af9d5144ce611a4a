import type { ModuleTables } from '../platform/module-tables.ts';

export const tables: ModuleTables = {
  owns: ['shared_dates'],
  reads: ['members', 'profiles'],
  personal: [
    {
      table: 'shared_dates',
      columns: ['member_id'],
      exportAs: 'shared_dates',
      omit: ['client_id', 'link_key'],
      onPurge: 'goes',
    },
  ],
};
