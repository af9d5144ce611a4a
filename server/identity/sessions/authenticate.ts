import { sql } from 'kysely';
import type { Locale } from '#contract/lists/locales.ts';
import type { Role } from '#contract/lists/roles.ts';
import type { UserStatus } from '#contract/membership/user.ts';
import type { App } from '../../platform/app.ts';
import type { Db } from '../../platform/database/index.ts';
import { prepared } from '../../platform/fast/prepared.ts';
import { poolOf } from '../../site-settings/index.ts';
import type { AccountSession, SessionCache } from './session-cache.ts';
import { sessionSecretHash, readCookie } from './session-cookie.ts';
import { validSessions } from './valid-sessions.ts';

/** How long a process caches a session. `SESSIONS_CHANGED` invalidates it earlier. */
const CACHE_MS = 15_000;

/**
 * The session behind the `auth` cookie, or null. The cache limits it to one indexed read per session and
 * process every 15 s. Members who are banned, deleted or pending deletion have no session, and nobody has one
 * on the site of another pool. `host` is the request's, or null to check again a stream that is already open.
 */
export async function authenticate(
  app: Pick<App, 'db' | 'parts'>,
  cookie: string,
  host: string | null,
): Promise<AccountSession | null> {
  const session = await knownSession(app, cookie);
  const isAtHome = host === null || session?.pool === (await poolOf(app, host));
  return isAtHome ? session : null;
}

async function knownSession(app: Pick<App, 'db' | 'parts'>, cookie: string): Promise<AccountSession | null> {
  const read = readCookie(cookie);
  if (!read) return null;
  const cache = app.parts.sessions;
  const known = cache.get(read.memberId)?.get(read.secret);
  if (known && known.until > Date.now()) return known.session;

  const session = await findSession(app.db, read.memberId, sessionSecretHash(read.secret));
  remember(cache, read.memberId, read.secret, session);
  return session;
}

interface SessionRow {
  status: UserStatus;
  roles: Role[];
  office_sites: AccountSession['sites'];
  office_languages: AccountSession['languages'];
  both_factors: boolean;
  language: Locale;
  host: string | null;
  consent_withdrawn: boolean;
  pool_id: number;
  renew_due: boolean;
}

const sessionRows = prepared<{ member: number; hash: Buffer }, SessionRow>(
  (value) => sql`
    select m.status, m.roles, m.office_sites, m.office_languages, s.both_factors, m.language, m.host,
        m.intimate_consent_withdrawn_at is not null as consent_withdrawn, m.pool_id,
        s.last_used_at < app_now() - interval '1 day' as renew_due
      from ${validSessions} where s.member_id = ${value('member')} and s.token_hash = ${value('hash')}`,
);

async function findSession(db: Db, memberId: number, tokenHash: Buffer): Promise<AccountSession | null> {
  const [row] = await sessionRows(db, { member: memberId, hash: tokenHash });
  if (!row) return null;
  return {
    memberId,
    tokenHash,
    status: row.status,
    roles: row.both_factors ? row.roles : [],
    sites: row.office_sites,
    languages: row.office_languages,
    lacksFactor: row.roles.length > 0 && !row.both_factors,
    language: row.language,
    host: row.host,
    consentWithdrawn: row.consent_withdrawn,
    pool: row.pool_id,
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
