import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';

export interface SessionRow {
  token_hash: Buffer;
  user_agent: string | null;
  country: string | null;
  created_at: Date;
  last_used_at: Date;
}

export async function sessionsOf(db: Db, memberId: number): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select token_hash, user_agent, country, created_at, last_used_at from sessions
    where member_id = ${memberId} and expires_at > app_now() order by last_used_at desc, token_hash`.execute(
    db,
  );
  return rows;
}
