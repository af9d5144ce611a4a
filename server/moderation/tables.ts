import { sql } from 'kysely';
import type { ModuleTables } from '../platform/module-tables.ts';
import { keepBlocks } from './kept-blocks.ts';

export const tables: ModuleTables = {
  owns: ['complaints', 'blocks', 'kept_blocks', 'block_addresses'],
  reads: ['chat_images', 'members', 'messages', 'participants', 'payments', 'photos', 'profiles', 'refunds'],
  personal: [
    { table: 'blocks', columns: ['blocker_id'], exportAs: 'blocked_members', onPurge: 'goes' },
    { table: 'blocks', columns: ['blocked_id'], notExported: 'who blocked a member is told to nobody', onPurge: 'goes' },
    {
      table: 'kept_blocks',
      columns: ['blocker_id', 'blocked_id'],
      notExported: 'of members who are gone',
      onPurge: 'stays',
      because: 'a block holds when either signs up again; numbers only',
    },
    {
      table: 'block_addresses',
      columns: ['member_id'],
      notExported: 'a keyed hash',
      onPurge: 'stays',
      because: 'a keyed hash of the address of somebody with blocks tells who signs up again; without blocks it goes (kept-blocks.ts)',
    },
    {
      table: 'complaints',
      columns: ['reporter_id'],
      exportAs: 'complaints',
      omit: ['evidence', 'evidence_folders', 'evidence_cleared_at', 'client_id', 'locale', 'host', 'taken_by', 'taken_at', 'decided_by'],
      onPurge: 'stays',
      because: 'what was complained of must stay decided; what the other wrote goes with the conversation, the other profile stays to be judged',
      clear: `reporter_email = null, body = '', note = null, evidence = evidence - 'message'`,
    },
    {
      table: 'complaints',
      columns: ['profile_id'],
      notExported: 'the complaint of somebody else',
      onPurge: 'stays',
      because: 'who complained keeps number and outcome',
      clear: `evidence = '{}', evidence_folders = '{}', evidence_cleared_at = app_now(), body = '', note = null`,
    },
  ],
  async filesOf(tx, memberId) {
    const { rows } = await sql<{ folder: string }>`
      select folder from complaints k, unnest(k.evidence_folders) folder where k.profile_id = ${memberId}
        and not exists (select from photos o where o.storage_key = folder and o.member_id <> ${memberId})`.execute(tx);
    return rows.map((row) => row.folder);
  },
  purge: ({ config }, tx, { id, emailKey }) => keepBlocks(tx, config.secret, id, emailKey),
};
