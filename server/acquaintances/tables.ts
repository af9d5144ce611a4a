import type { ModuleTables } from '../platform/module-tables.ts';

export const tables: ModuleTables = {
  owns: ['acquaintance_imports', 'acquaintance_contacts', 'contact_marks', 'acquaintances'],
  reads: ['members'],
  personal: [
    {
      table: 'acquaintance_imports',
      columns: ['member_id'],
      exportAs: 'blocked_contact_lists',
      omit: ['client_id'],
      onPurge: 'goes',
    },
    {
      table: 'acquaintance_contacts',
      columns: ['member_id'],
      notExported: 'keyed hashes',
      onPurge: 'goes',
    },
    { table: 'contact_marks', columns: ['member_id'], notExported: 'keyed hashes', onPurge: 'goes' },
    {
      table: 'acquaintances',
      columns: ['owner_id', 'other_id'],
      notExported: 'it would tell which contacts are members, and who has a member among theirs',
      onPurge: 'goes',
    },
  ],
};
