import { sql } from 'kysely';
import type { ModuleTables } from '../platform/module-tables.ts';

export const tables: ModuleTables = {
  owns: ['data_exports', 'purged_members', 'sign_up_rules', 'sign_up_rule_hits', 'used_proofs'],
  reads: ['account_holds', 'link_tokens', 'members', 'profiles', 'push_subscriptions'],
  personal: [
    {
      table: 'data_exports',
      columns: ['member_id'],
      notExported: 'speaks of the export itself',
      onPurge: 'goes',
    },
    {
      table: 'purged_members',
      columns: ['member_id'],
      notExported: 'has no rows of members who are there',
      onPurge: 'stays',
      because: 'a restored backup purges again by it',
    },
  ],
  async filesOf(tx, memberId) {
    const { rows } = await sql<{
      folder: string;
    }>`select folder from data_exports where member_id = ${memberId}`.execute(tx);
    return rows.map(({ folder }) => folder);
  },
};
