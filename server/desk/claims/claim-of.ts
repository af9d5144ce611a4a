import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';

export async function claimOf(db: Db, operator: number): Promise<number | null> {
  const { rows } = await sql<{ conversation_id: number }>`
    select conversation_id from desk_claims where operator_id = ${operator} and expires_at > app_now()`.execute(
    db,
  );
  return rows[0]?.conversation_id ?? null;
}
