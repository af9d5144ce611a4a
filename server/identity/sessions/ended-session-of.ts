import type { Db } from '../../platform/database/index.ts';
import { readCookie, sessionSecretHash } from './session-cookie.ts';

/**
 * The member of a session cookie whose session was ended on purpose (docs/product.md 8.2). Null while the session
 * is valid, and if it only expired. The trigger `sessions_ended` fills the table.
 */
export async function endedSessionOf(db: Db, cookie: string): Promise<number | null> {
  const read = readCookie(cookie);
  if (!read) return null;
  const row = await db
    .selectFrom('ended_sessions')
    .where('token_hash', '=', sessionSecretHash(read.secret))
    .select('ended_at')
    .executeTakeFirst();
  return row ? read.memberId : null;
}
