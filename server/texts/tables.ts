import type { ModuleTables } from '../platform/module-tables.ts';

export const tables: ModuleTables = {
  owns: ['text_versions', 'mail_texts'],
  reads: ['members', 'profiles'],
  personal: [
    {
      table: 'text_versions',
      columns: ['operator_id'],
      notExported: 'speaks of the operator who wrote it',
      onPurge: 'stays',
      because: 'says what visitors were told, and by whom',
    },
  ],
};
