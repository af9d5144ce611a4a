import { sql } from 'kysely';
import type { ModuleTables } from '../platform/module-tables.ts';

export const tables: ModuleTables = {
  owns: [
    'members',
    'sessions',
    'link_tokens',
    'passkeys',
    'passkey_challenges',
    'totp_secrets',
    'recovery_codes',
    'api_tokens',
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
  async purge(_app, tx, { id }) {
    // A hold of another account stays, with the bare number of the banned member.
    await sql`delete from account_holds where member_id = ${id}`.execute(tx);
  },
};
