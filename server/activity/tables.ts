import type { ModuleTables } from '../platform/module-tables.ts';

export const tables: ModuleTables = {
  owns: ['activities'],
  reads: ['likes', 'profiles'],
  functions: { record_activity: ['activities'] },
  personal: [
    {
      table: 'activities',
      columns: ['member_id', 'about_id'],
      exportAs: 'activity',
      omit: ['key'],
      onPurge: 'goes',
    },
  ],
};
