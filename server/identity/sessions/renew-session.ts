import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';
import type { MemberSession } from '../../platform/http/context.ts';
import { SESSION_DAYS } from './session-cookie.ts';

export async function renewSession(db: Db, session: MemberSession): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update sessions s set last_used_at = app_now(), expires_at = app_now() + ${SESSION_DAYS} * interval '1 day' from members m
    where s.member_id = ${session.memberId} and s.token_hash = ${session.tokenHash} and m.id = s.member_id and m.roles = '{}'`.execute(
    db,
  );
  return numAffectedRows === 1n;
}
