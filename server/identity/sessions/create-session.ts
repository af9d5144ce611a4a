import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';
import { SESSION_DAYS, sessionSecretHash } from './session-cookie.ts';

/** Operators' sessions end after a working day, even if used. */
const OPERATOR_HOURS = 12;

/**
 * Creates a session (30 days, or 12 hours for operators) and returns the cookie's value. `bothFactors` is
 * true if the login included the second factor.
 */
export async function createSession(
  db: Db,
  memberId: number,
  userAgent: string | undefined,
  country: string | null = null,
  bothFactors = false,
): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await sql`with gone as (delete from sessions where member_id = ${memberId} and expires_at <= app_now())
    insert into sessions (member_id, token_hash, expires_at, user_agent, country, both_factors, factor_at)
    select id, ${sessionSecretHash(secret)}::bytea, app_now() + case when roles = '{}' then ${SESSION_DAYS * 24}::int else ${OPERATOR_HOURS}::int end * interval '1 hour',
      ${userAgent?.slice(0, 200) ?? null}::text, ${country}::text, ${bothFactors}::boolean, case when ${bothFactors} then app_now() end from members where id = ${memberId}`.execute(
    db,
  );
  return `${memberId.toString(36)}.${secret}`;
}
