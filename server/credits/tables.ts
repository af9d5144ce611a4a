import type { ModuleTables } from '../platform/module-tables.ts';
import { keepAllowance } from './carry-allowance.ts';
import { removeCredits } from './remove-credits.ts';

export const tables: ModuleTables = {
  owns: ['ledger_entries', 'referrals', 'used_allowances'],
  columns: {
    members: [
      'credits',
      'credit_debt',
      'free_messages_used',
      'conversations_started',
      'spending_cap',
      'spending_month',
      'spending_month_credits',
      'spending_paused_until',
      'spending_pause_ends_early',
    ],
  },
  reads: [
    'conversations',
    'members',
    'messages',
    'payments',
    'person_marks',
    'profiles',
    'refunds',
    'video_call_minutes',
    'video_calls',
  ],
  functions: {
    entries_of: [],
    entry_with: [],
    entries_of_books: [],
    book_credits: ['ledger_entries', 'members'],
    spent_in: [],
    spent_this_month: [],
  },
  async purge(_app, tx, { id }) {
    await keepAllowance(tx, id);
    await removeCredits(tx, id);
  },
  personal: [
    {
      table: 'referrals',
      columns: ['friend_id', 'inviter_id'],
      exportAs: 'invited_friends',
      omit: ['reason'],
      onPurge: 'goes',
    },
    {
      table: 'ledger_entries',
      columns: ['member_id', 'other_id'],
      exportAs: 'credits',
      onPurge: 'stays',
      because: 'the books are append-only and must add up; they hold numbers only',
    },
  ],
};
