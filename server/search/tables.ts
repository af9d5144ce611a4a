import type { ModuleTables } from '../platform/module-tables.ts';

export const tables: ModuleTables = {
  owns: ['saved_searches'],
  reads: ['members', 'presence', 'profiles'],
  personal: [
    { table: 'saved_searches', columns: ['member_id'], exportAs: 'saved_searches', onPurge: 'goes' },
  ],
};
