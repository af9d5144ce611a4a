import { sql } from 'kysely';
import type { Locale } from '#contract/lists/locales.ts';
import type { Role } from '#contract/lists/roles.ts';
import type { TokenScope } from '#contract/lists/token-scopes.ts';
import type { UserStatus } from '#contract/membership/user.ts';
import { commonSites, type Sites } from '#contract/rules/site-scope-rules.ts';
import type { App } from '../../platform/app.ts';
import type { TokenSession } from '../../platform/http/context.ts';
import { poolOf } from '../../site-settings/index.ts';
import { apiTokenHash } from './token-hash.ts';

const SHAPE = /^liaison_[\w-]{43}$/;

const USE_SECONDS = 60;

/**
 * The session of the member to whom a token belongs, with current roles and sites. Null if the token has ended or the
 * member may not log in, and on the sites of another pool. Never cached, so that a revocation takes effect immediately.
 */
export async function sessionOfToken(
  app: Pick<App, 'db' | 'parts'>,
  token: string,
  host: string,
): Promise<TokenSession | null> {
  const { db } = app;
  if (!SHAPE.test(token)) return null;
  const tokenHash = apiTokenHash(token);
  type Row = {
    id: string;
    member_id: number;
    scopes: TokenScope[];
    status: UserStatus;
    roles: Role[];
    sites: Sites;
    token_sites: Sites;
    languages: string[];
    language: Locale;
    host: string | null;
    pool: number;
    consent_withdrawn: boolean;
    stale: boolean;
  };
  const { rows } = await sql<Row>`
    select t.id, t.member_id, t.scopes, t.sites as token_sites, m.status, m.roles, m.office_sites as sites, m.office_languages as languages, m.language, m.host, m.pool_id as pool,
      m.intimate_consent_withdrawn_at is not null as consent_withdrawn,
      coalesce(t.last_used_at < app_now() - ${USE_SECONDS} * interval '1 second', true) as stale
    from api_tokens t join members m on m.id = t.member_id
    where t.token_hash = ${tokenHash} and t.revoked_at is null and t.expires_at > app_now() and m.status in ('not_confirmed', 'active')`.execute(
    db,
  );
  const row = rows[0];
  if (!row || row.pool !== (await poolOf(app, host))) return null;
  if (row.stale) await sql`update api_tokens set last_used_at = app_now() where id = ${row.id}`.execute(db);
  const { id, scopes, member_id: memberId, status, roles, language, host: home, pool } = row;
  // Creating an operator's token requires both factors, so its session counts as having both.
  return {
    token: id,
    scopes,
    session: {
      memberId,
      tokenHash,
      status,
      roles,
      sites: commonSites(row.sites, row.token_sites),
      languages: row.languages,
      lacksFactor: false,
      token: id,
      consentWithdrawn: row.consent_withdrawn,
      language,
      host: home,
      pool,
    },
  };
}
