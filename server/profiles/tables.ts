import type { ModuleTables } from '../platform/module-tables.ts';

export const tables: ModuleTables = {
  owns: ['profiles', 'presence', 'profile_views', 'dismissed_profiles'],
  reads: ['likes', 'members', 'photos'],
  functions: {
    views_of: [],
    set_profile_bits: [],
  },
  personal: [
    { table: 'profiles', columns: ['id'], exportAs: 'profile', onPurge: 'goes' },
    { table: 'presence', columns: ['member_id'], exportAs: 'last_active', onPurge: 'goes' },
    { table: 'profile_views', columns: ['member_id'], exportAs: 'recently_viewed', onPurge: 'goes' },
    {
      table: 'dismissed_profiles',
      columns: ['member_id'],
      exportAs: 'not_for_me',
      onPurge: 'goes',
    },
    {
      table: 'dismissed_profiles',
      columns: ['profile_id'],
      notExported: 'who dismissed a profile is told to nobody',
      onPurge: 'goes',
    },
    {
      table: 'profile_views',
      columns: ['profile_id'],
      notExported: 'who opened a profile is told to nobody',
      onPurge: 'goes',
    },
  ],
};
