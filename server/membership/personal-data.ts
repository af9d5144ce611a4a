/**
 * The registry of every table that knows a member: what the export gives and what the purge does (security.md,
 * "deletion"). A test compares it with the database, so a new table cannot be forgotten.
 */
export interface PersonalTable {
  table: string;
  /** Columns that hold the member's id; a row belongs to the member when one of them does. */
  columns: string[];
  /** Name of the file in the export; absent where rows are about others or of no meaning outside. */
  exportAs?: string;
  /** Columns that are secrets or machinery and stay out of the export. */
  omit?: string[];
  /**
   * `goes`: rows are deleted. `stays`: rows are kept with the bare number, which no longer leads to anybody, after
   * `clear` has emptied what could. `conversation`: gone with the whole conversation.
   */
  onPurge: 'goes' | 'stays' | 'conversation';
  /** Why rows stay. */
  because?: string;
  /** SQL assignments that empty personal columns of rows that stay. */
  clear?: string;
}

export const personalTables: readonly PersonalTable[] = [
  { table: 'members', columns: ['id'], exportAs: 'account', omit: ['password_hash', 'email_key', 'shadow_email_key'], onPurge: 'goes' },
  { table: 'profiles', columns: ['id'], exportAs: 'profile', onPurge: 'goes' },
  { table: 'presence', columns: ['member_id'], onPurge: 'goes' },
  { table: 'sessions', columns: ['member_id'], exportAs: 'sessions', omit: ['token_hash'], onPurge: 'goes' },
  { table: 'link_tokens', columns: ['member_id'], onPurge: 'goes' },
  { table: 'push_subscriptions', columns: ['member_id'], exportAs: 'push_subscriptions', omit: ['p256dh', 'auth'], onPurge: 'goes' },
  { table: 'photos', columns: ['member_id'], exportAs: 'photos', omit: ['decided_by'], onPurge: 'goes' },
  { table: 'blocks', columns: ['blocker_id', 'blocked_id'], onPurge: 'goes' },
  {
    table: 'kept_blocks',
    columns: ['blocker_id', 'blocked_id'],
    onPurge: 'stays',
    because: 'a block holds when either signs up again (section 6); numbers only',
  },
  {
    table: 'block_addresses',
    columns: ['member_id'],
    onPurge: 'stays',
    because: 'a keyed hash of the address of somebody with blocks tells who signs up again; without blocks it goes (kept-blocks.ts)',
  },
  { table: 'likes', columns: ['liker_id', 'liked_id'], exportAs: 'likes', onPurge: 'goes' },
  { table: 'auto_likes', columns: ['member_id', 'profile_id'], onPurge: 'goes' },
  { table: 'swipe_choices', columns: ['member_id', 'profile_id'], exportAs: 'swipe_choices', onPurge: 'goes' },
  { table: 'swipe_days', columns: ['member_id'], exportAs: 'swipe_days', onPurge: 'goes' },
  { table: 'profile_views', columns: ['member_id'], exportAs: 'recently_viewed', onPurge: 'goes' },
  // Whoever was opened is not told by whom, not even by the export.
  { table: 'profile_views', columns: ['profile_id'], onPurge: 'goes' },
  { table: 'conversations', columns: ['member_low', 'member_high'], onPurge: 'conversation' },
  { table: 'participants', columns: ['member_id', 'other_id'], onPurge: 'conversation' },
  { table: 'messages', columns: ['sender_id'], exportAs: 'messages', onPurge: 'conversation' },
  { table: 'chat_images', columns: ['member_id'], exportAs: 'chat_images', omit: ['decided_by', 'fingerprint', 'flagged'], onPurge: 'goes' },
  { table: 'fictional_acknowledgements', columns: ['member_id', 'profile_id'], exportAs: 'fictional_acknowledgements', onPurge: 'goes' },
  {
    table: 'ledger_entries',
    columns: ['member_id', 'other_id'],
    exportAs: 'credits',
    onPurge: 'stays',
    because: 'the books are append-only and must add up; they hold numbers only',
  },
  {
    table: 'payments',
    columns: ['member_id'],
    exportAs: 'payments',
    omit: ['details'],
    onPurge: 'stays',
    because: 'tax law keeps what was sold for years',
    clear: `details = '{}', return_to = null, redirect_url = null, failure_reason = null`,
  },
  { table: 'sandbox_orders', columns: ['member_id'], onPurge: 'goes' },
  { table: 'receipts', columns: ['member_id'], exportAs: 'receipts', onPurge: 'stays', because: 'tax law keeps what was sold for years; they name no buyer' },
  {
    table: 'direct_debits',
    columns: ['member_id'],
    onPurge: 'stays',
    because: 'an account that bounced stays blocked by its keyed hash',
    clear: `form_encrypted = '', iban_last4 = '', mobile_last2 = ''`,
  },
  { table: 'refunds', columns: ['member_id'], exportAs: 'refunds', omit: ['asked_by', 'decided_by'], onPurge: 'stays', because: 'belongs to a payment' },
  {
    table: 'withdrawals',
    columns: ['member_id'],
    exportAs: 'withdrawals',
    omit: ['handled_by'],
    onPurge: 'stays',
    because: 'proves that a withdrawal was received and confirmed',
    clear: `name = '', email = '', order_text = ''`,
  },
  { table: 'discount_codes', columns: ['member_id'], exportAs: 'discount_codes', onPurge: 'goes' },
  { table: 'discount_uses', columns: ['member_id'], onPurge: 'stays', because: 'belongs to a payment' },
  { table: 'stored_cards', columns: ['member_id'], exportAs: 'stored_cards', omit: ['token'], onPurge: 'goes' },
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
    onPurge: 'stays',
    because: 'who complained keeps number and outcome',
    clear: `evidence = '{}', evidence_folders = '{}', evidence_cleared_at = app_now(), body = '', note = null`,
  },
  { table: 'audit_log', columns: ['operator_id', 'member_id'], onPurge: 'stays', because: 'shows which operator did what', clear: `details = '{}'` },
  { table: 'purged_members', columns: ['member_id'], onPurge: 'stays', because: 'a restored backup purges again by it' },
];
