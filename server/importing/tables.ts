import type { ModuleTables } from '../platform/module-tables.ts';

export const tables: ModuleTables = {
  owns: ['imported_members'],
  reads: ['ledger_entries', 'members', 'photos'],
  personal: [
    {
      table: 'imported_members',
      columns: ['member_id'],
      notExported: 'a hash of the number at the site before',
      onPurge: 'stays',
      because: 'the same file, read again, must not bring back somebody who was erased',
    },
  ],
};
