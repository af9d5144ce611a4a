import type { ModuleTables } from '../platform/module-tables.ts';

export const tables: ModuleTables = {
  owns: ['purged_members'],
  reads: ['link_tokens', 'members', 'profiles', 'push_subscriptions'],
  personal: [
    {
      table: 'purged_members',
      columns: ['member_id'],
      notExported: 'has no rows of members who are there',
      onPurge: 'stays',
      because: 'a restored backup purges again by it',
    },
  ],
};
