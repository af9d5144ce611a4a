import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import type { ModuleTables } from '../platform/module-tables.ts';
import { purgeConversations } from './removal/purge-conversations.ts';

export const tables: ModuleTables<Pick<App, 'db'>> = {
  owns: [
    'conversations',
    'participants',
    'messages',
    'chat_images',
    'fictional_acknowledgements',
    'message_notices',
    'unanswered',
    'gifts',
    'icebreakers',
  ],
  reads: [
    'acquaintances',
    'blocks',
    'complaints',
    'contact_conditions',
    'likes',
    'members',
    'photo_access',
    'profiles',
  ],
  functions: {
    store_messages: ['activities', 'contact_conditions', 'conversations', 'members', 'unanswered'],
    write_messages: ['ledger_entries', 'messages', 'participants'],
    mark_read: ['participants'],
    delete_old_messages: ['messages', 'participants'],
    sides_of: [],
    unread_sides_of: [],
    side_of: [],
    side_with: [],
    message_of: [],
    repeats_of: [],
    message_page: [],
    messages_after: [],
    messages_before: [],
    messages_with: [],
    messages_by_client: [],
    messages_among: [],
    messages_at: [],
    messages_in: [],
    messages_between: [],
    answers_between: [],
    openings_between: [],
    search_messages: [],
    excerpt_of: [],
    quote_of: [],
    answer_quoted: [],
    photo_quoted: [],
  },
  personal: [
    {
      table: 'message_notices',
      columns: ['member_id'],
      notExported: 'says no more than the unread conversations do, for two minutes',
      onPurge: 'goes',
    },
    {
      table: 'unanswered',
      columns: ['member_id', 'profile_id'],
      notExported: 'says no more than messages and ledger',
      onPurge: 'goes',
    },
    {
      table: 'conversations',
      columns: ['member_low', 'member_high'],
      notExported: 'says no more than participants',
      onPurge: 'by purge',
    },
    {
      table: 'participants',
      columns: ['member_id', 'other_id'],
      exportAs: 'conversations',
      onPurge: 'by purge',
    },
    { table: 'messages', columns: ['sender_id'], exportAs: 'messages', onPurge: 'by purge' },
    {
      table: 'chat_images',
      columns: ['member_id'],
      exportAs: 'chat_images',
      // Whether the recipient asked to see it, or listened to it, is the recipient's own affair.
      omit: [
        'decided_by',
        'fingerprint',
        'pdq',
        'pdq_quality',
        'awaits_lists',
        'flagged',
        'opened_by',
        'opening',
        'shown_at',
        'listened_at',
        'listened_told',
      ],
      pictures: true,
      onPurge: 'goes',
    },
    {
      table: 'fictional_acknowledgements',
      columns: ['member_id', 'profile_id'],
      exportAs: 'fictional_acknowledgements',
      onPurge: 'goes',
    },
  ],
  async exportFiles({ db }, memberId) {
    // Messages from others that the member can still read, without removed and deleted ones.
    const content = async () => {
      const { rows } = await sql<Record<string, unknown>>`
        select m.id, m.conversation_id, m.sender_id, p.name as sender, m.kind, m.body, m.gift, m.about, m.created_at,
          m.edited_at, m.reply_to_id, m.recipient_reaction as own_reaction
        from sides_of(${memberId}) side cross join lateral messages_after(side.conversation_id, side.cleared_to_id) m
          join profiles p on p.id = m.sender_id
        where (not side.hidden or side.request in ('waiting', 'veiled')) and m.sender_id <> ${memberId} order by m.conversation_id, m.id`.execute(
        db,
      );
      return Buffer.from(JSON.stringify(rows, null, 2));
    };
    return [{ name: 'messages_received.json', content }];
  },
  async filesOf(tx, memberId) {
    const { rows } = await sql<{ storage_key: string }>`
      select storage_key from chat_images where storage_key is not null and (member_id = ${memberId}
        or coalesce(album_of, id) in (select m.image_id from sides_of(${memberId}) s cross join lateral messages_after(s.conversation_id, 0) m where m.image_id is not null))`.execute(
      tx,
    );
    return rows.map((row) => row.storage_key);
  },
  purge: (_app, tx, { id }) => purgeConversations(tx, id),
};
