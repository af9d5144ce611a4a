import { sql } from 'kysely';
import { urgentReasons } from '#contract/lists/hold-reasons.ts';
import type { ModuleTables } from '../platform/module-tables.ts';

export const tables: ModuleTables = {
  owns: [
    'members',
    'sessions',
    'ended_sessions',
    'link_tokens',
    'passkeys',
    'passkey_challenges',
    'totp_secrets',
    'recovery_codes',
    'api_tokens',
    'operator_identities',
    'operator_limits',
    'password_schemes',
    'privacy_choices',
    'person_marks',
    'banned_marks',
    'account_holds',
  ],
  reads: ['photos', 'pools', 'profiles', 'verifications'],
  personal: [
    {
      table: 'members',
      columns: ['id'],
      exportAs: 'account',
      omit: ['password_hash', 'email_key', 'shadow_email_key'],
      onPurge: 'goes',
    },
    {
      table: 'privacy_choices',
      columns: ['member_id'],
      exportAs: 'privacy_choices',
      onPurge: 'goes',
    },
    {
      table: 'sessions',
      columns: ['member_id'],
      exportAs: 'sessions',
      omit: ['token_hash'],
      onPurge: 'goes',
    },
    {
      table: 'passkeys',
      columns: ['member_id'],
      exportAs: 'passkeys',
      omit: ['public_key', 'counter'],
      onPurge: 'goes',
    },
    {
      table: 'passkey_challenges',
      columns: ['member_id'],
      notExported: 'a question of some minutes',
      onPurge: 'goes',
    },
    {
      table: 'operator_identities',
      columns: ['member_id'],
      exportAs: 'sign_in_provider',
      onPurge: 'goes',
    },
    { table: 'operator_limits', columns: ['operator_id'], notExported: 'of operators', onPurge: 'goes' },
    {
      table: 'totp_secrets',
      columns: ['member_id'],
      exportAs: 'authenticator_app',
      omit: ['secret_sealed', 'last_step'],
      onPurge: 'goes',
    },
    { table: 'recovery_codes', columns: ['member_id'], notExported: 'hashes of codes', onPurge: 'goes' },
    {
      table: 'api_tokens',
      columns: ['member_id'],
      exportAs: 'access_tokens',
      omit: ['token_hash'],
      onPurge: 'goes',
    },
    {
      table: 'link_tokens',
      columns: ['member_id'],
      notExported: 'hashes of links that were mailed',
      onPurge: 'goes',
    },
    { table: 'person_marks', columns: ['member_id'], notExported: 'keyed hashes', onPurge: 'goes' },
    {
      table: 'banned_marks',
      columns: ['member_id'],
      notExported: 'keyed hashes, and what moderators watch for',
      onPurge: 'stays',
      because: 'a ban applies to the person, also in a new account; the marks end with the time of the ban',
    },
    {
      table: 'account_holds',
      columns: ['member_id', 'related_id'],
      notExported: 'how the site recognises people who were banned',
      onPurge: 'by purge',
    },
  ],
  async filesOf(tx, memberId) {
    const { rows } = await sql<{ folder: string }>`
      select folder from account_holds, unnest(evidence_folders) folder where member_id = ${memberId}`.execute(
      tx,
    );
    return rows.map(({ folder }) => folder);
  },
  async purge(_app, tx, { id }) {
    // Pictures and words of a suspected minor, and listed pictures, stay until they have been judged, and for as long as other evidence after that
    // (docs/product.md 12.16). Holds of other accounts stay, with only the banned member's number.
    await sql`
      delete from account_holds
      where member_id = ${id} and ((evidence_folders = '{}' and evidence_words = '{}') or released or reason <> all (${[...urgentReasons]}::text[]))`.execute(
      tx,
    );
    await sql`
      update account_holds h set host = m.host, purged_at = app_now() from members m
      where h.member_id = ${id} and m.id = h.member_id`.execute(tx);
  },
};
