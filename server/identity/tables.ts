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
  ],
  reads: ['pools', 'profiles'],
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
  ],
};
