import type { ModuleTables } from '../platform/module-tables.ts';

export const tables: ModuleTables = {
  owns: ['age_checks', 'age_check_pictures', 'sandbox_age_sessions'],
  reads: ['members', 'profiles'],
  personal: [
    {
      table: 'age_checks',
      columns: ['member_id'],
      exportAs: 'age_checks',
      omit: ['reference', 'decided_by'],
      onPurge: 'goes',
    },
  ],
};
