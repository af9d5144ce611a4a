import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';
import { prepared } from '../../platform/fast/prepared.ts';
import { readCookie, sessionSecretHash } from './session-cookie.ts';
import { validSessions } from './valid-sessions.ts';

const validOf = prepared<{ members: number[]; hashes: Buffer[] }, { token_hash: Buffer }>(
  (value) => sql`
    select s.token_hash
      from unnest(${value('members')}::bigint[], ${value('hashes')}::bytea[]) asked (member_id, token_hash), ${validSessions}
      where s.member_id = asked.member_id and s.token_hash = asked.token_hash`,
);

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
  const valid = await validOf(db, { members, hashes });
  for (const { token_hash } of valid) invalid.delete(cookieOf.get(token_hash.toString('hex')) ?? '');
  return invalid;
}
