import type { ModuleTables } from '../platform/module-tables.ts';

export const tables: ModuleTables = {
  owns: ['support_threads', 'support_messages', 'support_notes', 'support_templates', 'support_viewers'],
  reads: [
    'complaints',
    'ledger_entries',
    'members',
    'notification_mails',
    'payments',
    'profiles',
    'sessions',
  ],
  personal: [
    {
      table: 'support_threads',
      columns: ['member_id'],
      exportAs: 'support_threads',
      omit: ['assigned_to', 'version', 'client_id', 'unread', 'snoozed_until'],
      onPurge: 'goes',
    },
    {
      table: 'support_threads',
      columns: ['assigned_to'],
      notExported: 'of operators',
      onPurge: 'stays',
      because: 'the question is somebody else’s',
      clear: 'assigned_to = null',
    },
    {
      table: 'support_messages',
      columns: ['member_id'],
      exportAs: 'support_messages',
      omit: ['operator_id', 'client_id'],
      onPurge: 'goes',
    },
    {
      table: 'support_messages',
      columns: ['operator_id'],
      notExported: 'of operators',
      onPurge: 'stays',
      because: 'the answer is about somebody else',
      clear: 'operator_id = null',
    },
    {
      table: 'support_notes',
      columns: ['operator_id'],
      notExported: 'of operators',
      onPurge: 'stays',
      because: 'the notes are about somebody else, and go with the thread',
      clear: 'operator_id = null',
    },
    {
      table: 'support_templates',
      columns: ['updated_by'],
      notExported: 'of operators',
      onPurge: 'stays',
      because: 'the text is the site’s',
      clear: 'updated_by = null',
    },
    { table: 'support_viewers', columns: ['operator_id'], notExported: 'of operators', onPurge: 'goes' },
  ],
};
