import { sql } from 'kysely';
import type { Db } from '../platform/database/index.ts';

export async function isSpendingPaused(db: Db, memberId: number): Promise<boolean> {
  const { rows } = await sql<{ paused: boolean }>`
    select spending_paused_until > app_now() is true as paused from members where id = ${memberId}`.execute(
    db,
  );
  return rows[0]?.paused ?? false;
}
