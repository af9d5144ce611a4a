import type { ModuleTables } from '../platform/module-tables.ts';

export const tables: ModuleTables = {
  owns: ['profiles', 'presence'],
  reads: ['likes', 'members', 'photos'],
  personal: [
    { table: 'profiles', columns: ['id'], exportAs: 'profile', onPurge: 'goes' },
    { table: 'presence', columns: ['member_id'], exportAs: 'last_active', onPurge: 'goes' },
  ],
};
