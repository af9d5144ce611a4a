import { sql } from 'kysely';
import type { ModuleTables } from '../platform/module-tables.ts';
import { forgetComplaints, isOfCrime } from './forget-complaints.ts';
import { keepBlocks } from './kept-blocks/keep-blocks.ts';

export const tables: ModuleTables = {
  owns: [
    'complaints',
    'measures',
    'appeals',
    'flagged_texts',
    'blocks',
    'kept_blocks',
    'block_addresses',
    'bulk_acts',
    'bulk_complaints',
    'bulk_photos',
    'dsa_statements',
    'trusted_flaggers',
  ],
  reads: [
    'account_holds',
    'chat_images',
    'conversations',
    'members',
    'participants',
    'photos',
    'profiles',
    'voice_intros',
  ],
  personal: [
    {
      table: 'measures',
      columns: ['member_id', 'operator_id', 'ended_by'],
      exportAs: 'measures',
      omit: ['operator_id', 'ended_by', 'undo'],
      onPurge: 'stays',
      because: 'the yearly figures count it',
      clear: `facts = ''`,
    },
    {
      table: 'appeals',
      columns: ['member_id', 'decided_by'],
      exportAs: 'appeals',
      omit: ['decided_by'],
      onPurge: 'stays',
      because: 'the yearly figures count it',
      clear: `body = '', note = null`,
    },
    {
      table: 'flagged_texts',
      columns: ['member_id'],
      exportAs: 'reviewed_texts',
      omit: ['decided_by'],
      onPurge: 'goes',
    },
    {
      table: 'bulk_acts',
      columns: ['operator_id', 'member_id'],
      notExported: 'numbers of a month; what was done is exported as a measure',
      onPurge: 'goes',
    },
    {
      table: 'bulk_complaints',
      columns: ['operator_id'],
      notExported: 'numbers of a month; what was done is in the audit log',
      onPurge: 'goes',
    },
    {
      table: 'bulk_photos',
      columns: ['operator_id'],
      notExported: 'numbers of a month; what was done is in the audit log',
      onPurge: 'goes',
    },
    { table: 'blocks', columns: ['blocker_id'], exportAs: 'blocked_members', onPurge: 'goes' },
    {
      table: 'blocks',
      columns: ['blocked_id'],
      notExported: 'who blocked a member is told to nobody',
      onPurge: 'goes',
    },
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
      because:
        'a keyed hash of the address of somebody with blocks tells who signs up again; without blocks it goes (kept-blocks.ts)',
    },
    {
      table: 'complaints',
      columns: ['reporter_id'],
      exportAs: 'complaints',
      omit: [
        'evidence',
        'evidence_folders',
        'evidence_cleared_at',
        'client_id',
        'locale',
        'host',
        'desk_operator',
        'taken_by',
        'taken_at',
        'decided_by',
      ],
      onPurge: 'by purge',
      because:
        'what was complained of must stay decided; what the other wrote goes with the conversation, the other profile stays to be judged',
    },
    {
      table: 'complaints',
      columns: ['profile_id'],
      notExported: 'the complaint of somebody else',
      onPurge: 'by purge',
      because:
        'who complained keeps number and outcome; the evidence of a suspected minor or of illegal content stays',
    },
  ],
  async filesOf(tx, memberId) {
    const { rows } = await sql<{ folder: string }>`
      select folder from complaints k, unnest(k.evidence_folders) folder where k.profile_id = ${memberId} and not ${isOfCrime('k')}
        and not exists (select from photos o where o.storage_key = folder and o.member_id <> ${memberId})`.execute(
      tx,
    );
    return rows.map((row) => row.folder);
  },
  async purge({ config }, tx, { id, emailKey }) {
    await forgetComplaints(tx, id);
    await keepBlocks(tx, config.secret, id, emailKey);
  },
};
