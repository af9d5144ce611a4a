import type { ModuleTables } from '../platform/module-tables.ts';

export const tables: ModuleTables = {
  owns: ['desk_claims', 'desk_writers', 'desk_memory', 'desk_answers', 'desk_replies', 'fictional_profiles'],
  reads: ['conversations', 'members', 'messages', 'participants', 'profiles', 'sites', 'unanswered'],
  personal: [
    { table: 'desk_claims', columns: ['operator_id'], notExported: 'of operators', onPurge: 'goes' },
    { table: 'desk_writers', columns: ['operator_id'], notExported: 'of operators', onPurge: 'goes' },
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
    { table: 'desk_replies', columns: ['owner_id'], notExported: 'of operators', onPurge: 'goes' },
    {
      table: 'desk_replies',
      columns: ['updated_by'],
      notExported: 'of operators',
      onPurge: 'stays',
      because: 'the text is the site’s',
      clear: 'updated_by = null',
    },
    { table: 'fictional_profiles', columns: ['profile_id'], notExported: 'of the house', onPurge: 'goes' },
  ],
};
