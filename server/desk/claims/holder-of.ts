import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';

export async function holderOf(db: Db, conversation: number): Promise<{ id: number; name: string } | null> {
  const { rows } = await sql<{ id: number; name: string }>`
    select p.id, p.name from desk_claims c join profiles p on p.id = c.operator_id
      where c.conversation_id = ${conversation} and c.expires_at > app_now()`.execute(db);
  return rows[0] ?? null;
}
