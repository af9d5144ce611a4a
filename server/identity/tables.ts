import type { ModuleTables } from '../platform/module-tables.ts';

export const tables: ModuleTables = {
  owns: ['members', 'sessions', 'link_tokens'],
  reads: ['profiles'],
  personal: [
    { table: 'members', columns: ['id'], exportAs: 'account', omit: ['password_hash', 'email_key', 'shadow_email_key'], onPurge: 'goes' },
    { table: 'sessions', columns: ['member_id'], exportAs: 'sessions', omit: ['token_hash'], onPurge: 'goes' },
    { table: 'link_tokens', columns: ['member_id'], notExported: 'hashes of links that were mailed', onPurge: 'goes' },
  ],
};
