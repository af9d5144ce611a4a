import { sql } from 'kysely';
import type { ModuleTables } from '../platform/module-tables.ts';

export const tables: ModuleTables = {
  owns: ['voice_intros'],
  reads: ['members', 'profiles'],
  personal: [
    {
      table: 'voice_intros',
      columns: ['member_id'],
      exportAs: 'voice_introductions',
      omit: ['decided_by'],
      pictures: true,
      onPurge: 'goes',
    },
  ],
  async filesOf(tx, memberId) {
    const { rows } = await sql<{ storage_key: string }>`
      select storage_key from voice_intros where member_id = ${memberId}`.execute(tx);
    return rows.map((row) => row.storage_key);
  },
};
