import type { ModuleTables } from '../platform/module-tables.ts';

export const tables: ModuleTables = {
  owns: ['saved_searches', 'daily_people', 'daily_choices', 'trips'],
  reads: ['likes', 'members', 'presence', 'profiles'],
  personal: [
    { table: 'saved_searches', columns: ['member_id'], exportAs: 'saved_searches', onPurge: 'goes' },
    { table: 'daily_people', columns: ['member_id'], exportAs: 'daily_people', onPurge: 'goes' },
    {
      table: 'daily_people',
      columns: ['profile_id'],
      notExported: 'who was shown a profile is told to nobody',
      onPurge: 'goes',
    },
    {
      table: 'daily_choices',
      columns: ['member_id'],
      notExported: 'repeats the newest day of daily_people',
      onPurge: 'goes',
    },
    { table: 'trips', columns: ['member_id'], exportAs: 'trips', omit: ['client_id'], onPurge: 'goes' },
  ],
};
