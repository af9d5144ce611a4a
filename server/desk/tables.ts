import type { ModuleTables } from '../platform/module-tables.ts';

export const tables: ModuleTables = {
  owns: ['desk_claims', 'desk_memory', 'desk_answers', 'fictional_profiles'],
  reads: ['conversations', 'members', 'messages', 'participants', 'profiles', 'sites', 'unanswered'],
  personal: [
    { table: 'desk_claims', columns: ['operator_id'], notExported: 'of operators', onPurge: 'goes' },
    {
      table: 'desk_memory',
      columns: ['updated_by'],
      notExported: 'of operators',
      onPurge: 'stays',
      because: 'the notes are about somebody else',
    },
    {
      table: 'desk_answers',
      columns: ['operator_id', 'profile_id'],
      notExported: 'of operators',
      onPurge: 'stays',
      because: 'figures: numbers only',
    },
    { table: 'fictional_profiles', columns: ['profile_id'], notExported: 'of the house', onPurge: 'goes' },
  ],
};
