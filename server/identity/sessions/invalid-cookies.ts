import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';
import { readCookie, sessionSecretHash } from './session-cookie.ts';
import { validSessions } from './valid-sessions.ts';

/** Those of the `auth` cookies whose session has ended, by one statement. It bypasses the session cache. */
export async function invalidCookies(db: Db, cookies: readonly string[]): Promise<Set<string>> {
  const invalid = new Set(cookies);
  const cookieOf = new Map<string, string>();
  const [members, hashes]: [number[], Buffer[]] = [[], []];
  for (const cookie of invalid) {
    const read = readCookie(cookie);
    if (!read) continue;
    const tokenHash = sessionSecretHash(read.secret);
    members.push(read.memberId);
    hashes.push(tokenHash);
    cookieOf.set(tokenHash.toString('hex'), cookie);
  }
  const valid = await validSessions(db)
    .innerJoin(
      sql<{
        member_id: number;
        token_hash: Buffer;
      }>`unnest(${members}::bigint[], ${hashes}::bytea[])`.as<'asked'>(sql`asked (member_id, token_hash)`),
      (join) =>
        join
          .onRef('asked.member_id', '=', 'sessions.member_id')
          .onRef('asked.token_hash', '=', 'sessions.token_hash'),
    )
    .select('sessions.token_hash')
    .execute();
  for (const { token_hash } of valid) invalid.delete(cookieOf.get(token_hash.toString('hex')) ?? '');
  return invalid;
}
