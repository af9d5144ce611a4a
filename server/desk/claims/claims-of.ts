import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';

export async function claimsOf(db: Db, operator: number): Promise<number[]> {
  const { rows } = await sql<{ conversation_id: number }>`
    select conversation_id from desk_claims where operator_id = ${operator} and expires_at > app_now()
    order by conversation_id`.execute(db);
  return rows.map((row) => row.conversation_id);
}
