import { hash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Role, UserStatus } from '#contract/enums.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { App } from '../platform/app.ts';
import type { Db, Tx } from '../platform/database/index.ts';
import type { CallContext, MemberSession } from '../platform/http/context.ts';
import { revokeApiTokens } from './api-tokens/api-tokens.ts';

/** Sessions last 30 days after their last use (docs/product.md 9), by the database's clock. */
export const SESSION_DAYS = 30;
export const SESSION_SECONDS = SESSION_DAYS * 86_400;
/** Those of operators end after a working day, used or not. */
const OPERATOR_HOURS = 12;

/** Published to all processes when a member's sessions end, or when the status, roles or language in them change. */
export const SESSIONS_CHANGED = 'sessions_changed';

/** How long a process believes what it read of a session, milliseconds. An end or change is told at once by `SESSIONS_CHANGED`. */
const CACHE_MS = 15_000;
const CACHE_SIZE = 50_000;

/** A session as `authenticate` gives it. `renewDue`: a day has passed since it was prolonged. */
export interface AccountSession extends MemberSession {
  renewDue: boolean;
}

interface Cached {
  session: AccountSession;
  until: number;
}

/** Members by id, each with the sessions by their secret: hashing it costs more than all the rest of a look-up. The database holds hashes only. */
type SessionCache = LRUCache<number, Map<string, Cached>>;

declare module '../platform/app.ts' {
  interface Parts {
    sessions: SessionCache;
  }
}

export function createSessionCache(events: App['events']): SessionCache {
  const cache: SessionCache = new LRUCache({ max: CACHE_SIZE });
  events.onPublish(SESSIONS_CHANGED, ({ member_id }: { member_id: number }) => void cache.delete(member_id));
  return cache;
}

const hashOf = (secret: string) => hash('sha256', secret, 'buffer');

/** Member id and secret of a cookie `<id in base 36>.<secret>`; null for a cookie that this site never set. */
function readCookie(cookie: string): { memberId: number; secret: string } | null {
  const parts = /^([0-9a-z]{1,11})\.([\w-]{43})$/.exec(cookie);
  if (!parts) return null;
  const memberId = parseInt(parts[1]!, 36);
  return Number.isSafeInteger(memberId) && memberId > 0 ? { memberId, secret: parts[2]! } : null;
}

/**
 * The session behind the `auth` cookie, or null. One indexed read at most every 15 s a session and process; a member
 * who is banned, deleted or pending deletion has none.
 */
export async function authenticate(app: Pick<App, 'db' | 'parts'>, cookie: string): Promise<AccountSession | null> {
  const read = readCookie(cookie);
  if (!read) return null;
  const cache = app.parts.sessions;
  const known = cache.get(read.memberId)?.get(read.secret);
  if (known && known.until > Date.now()) return known.session;

  const session = await findSession(app.db, read.memberId, hashOf(read.secret));
  remember(cache, read.memberId, read.secret, session);
  return session;
}

async function findSession(db: Db, memberId: number, tokenHash: Buffer): Promise<AccountSession | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('members', 'members.id', 'sessions.member_id')
    .where('sessions.member_id', '=', memberId)
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', sql<Date>`app_now()`)
    .where('members.status', 'in', ['not_confirmed', 'active'])
    .select([
      'members.status',
      'members.roles',
      'sessions.both_factors',
      'members.language',
      'members.host',
      sql<boolean>`sessions.last_used_at < app_now() - interval '1 day'`.as('renew_due'),
    ])
    .executeTakeFirst();
  if (!row) return null;
  return {
    memberId,
    tokenHash,
    status: row.status as UserStatus,
    roles: row.both_factors ? (row.roles as Role[]) : [],
    lacksFactor: row.roles.length > 0 && !row.both_factors,
    language: row.language as Locale,
    host: row.host,
    renewDue: row.renew_due,
  };
}

function remember(cache: SessionCache, memberId: number, secret: string, session: AccountSession | null) {
  const ofMember = cache.get(memberId);
  if (!session) return void ofMember?.delete(secret);
  const entry = { session, until: Date.now() + CACHE_MS };
  if (ofMember) return void ofMember.set(secret, entry);
  cache.set(memberId, new Map([[secret, entry]]));
}

/** Makes every process read the member's sessions again. Call it after the commit. */
export function sessionsChanged(events: App['events'], memberId: number): void {
  events.publish(SESSIONS_CHANGED, { member_id: memberId });
}

/** Tells sessions and open pages that the member is another than before. */
export function memberChanged(app: Pick<App, 'events'>, memberId: number): void {
  sessionsChanged(app.events, memberId);
  app.events.emit(memberId, 'changed', { what: 'user' });
}

/** The hash of the session behind a cookie that `createSession` returned. */
export const tokenHashOf = (cookie: string): Buffer => hashOf(readCookie(cookie)!.secret);

/** Begins a session of 30 days, of an operator of 12 hours; returns the cookie's value. `bothFactors`: the second one was shown too. */
export async function createSession(
  db: Db,
  memberId: number,
  userAgent: string | undefined,
  country: string | null = null,
  bothFactors = false,
): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await sql`with gone as (delete from sessions where member_id = ${memberId} and expires_at <= app_now())
    insert into sessions (member_id, token_hash, expires_at, user_agent, country, both_factors)
    select id, ${hashOf(secret)}::bytea, app_now() + case when roles = '{}' then ${SESSION_DAYS * 24}::int else ${OPERATOR_HOURS}::int end * interval '1 hour',
      ${userAgent?.slice(0, 200) ?? null}::text, ${country}::text, ${bothFactors}::boolean from members where id = ${memberId}`.execute(db);
  return `${memberId.toString(36)}.${secret}`;
}

/** Prolongs a member's session that is in use; returns whether it did. Those of operators end when they end. */
export async function renewSession(db: Db, session: MemberSession): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update sessions s set last_used_at = app_now(), expires_at = app_now() + ${SESSION_DAYS} * interval '1 day' from members m
    where s.member_id = ${session.memberId} and s.token_hash = ${session.tokenHash} and m.id = s.member_id and m.roles = '{}'`.execute(db);
  return numAffectedRows === 1n;
}

/** Notes that a session has shown the second factor too; of an operator, the sessions that have not end. Call `sessionsChanged` after the commit. */
export async function noteBothFactors(tx: Tx, session: MemberSession): Promise<void> {
  await sql`update sessions set both_factors = true where member_id = ${session.memberId} and token_hash = ${session.tokenHash}`.execute(tx);
  await sql`delete from sessions s using members m where s.member_id = ${session.memberId} and not s.both_factors and m.id = s.member_id and m.roles <> '{}'`.execute(
    tx,
  );
}

/** Ends one session. */
export async function endSession(db: Db, session: MemberSession): Promise<void> {
  await db.deleteFrom('sessions').where('member_id', '=', session.memberId).where('token_hash', '=', session.tokenHash).execute();
}

export interface SessionRow {
  token_hash: Buffer;
  user_agent: string | null;
  country: string | null;
  created_at: Date;
  last_used_at: Date;
}

/** The sessions of a member that are open, the latest used first. */
export async function sessionsOf(db: Db, memberId: number): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select token_hash, user_agent, country, created_at, last_used_at from sessions
    where member_id = ${memberId} and expires_at > app_now() order by last_used_at desc, token_hash`.execute(db);
  return rows;
}

/** Ends every session of a member, but the one given, and every access token: all ways in. Tell it by `sessionsChanged` after the commit. */
export async function endSessions(db: Db, memberId: number, except?: Buffer): Promise<void> {
  let query = db.deleteFrom('sessions').where('member_id', '=', memberId);
  if (except) query = query.where('token_hash', '!=', except);
  await query.execute();
  await revokeApiTokens(db, memberId);
}

/** Sets the `auth` cookie: HttpOnly, SameSite=Lax, Secure in production, 30 days. */
export function setSessionCookie(call: Pick<CallContext<never>, 'setCookie'>, cookie: string): void {
  call.setCookie('auth', cookie, { maxAgeSeconds: SESSION_SECONDS });
}
