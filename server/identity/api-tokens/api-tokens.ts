import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Role, UserStatus } from '#contract/enums.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { ApiToken } from '#contract/calls/token-calls.ts';
import { MOST_TOKENS, type TokenScope } from '#contract/token-scopes.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Db } from '../../platform/database/index.ts';
import type { TokenSession } from '../../platform/http/context.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { type ChangedBy, tellOfChange } from '../factors/tell-change.ts';

/** Ours are known by their beginning, so that scanners of leaked secrets find them. */
const PREFIX = 'liaison_';
const SHAPE = /^liaison_[\w-]{43}$/;
/** The last use is written at most so often. */
const USE_SECONDS = 60;

const hashOf = (token: string) => createHash('sha256').update(token).digest();

interface NewToken {
  member: number;
  name: string;
  scopes: readonly TokenScope[];
  days: number;
}

/** Makes a token and tells its owner by mail. It is answered this once; only its hash is kept. Refuses `conflict` beyond ten that live. */
export async function makeApiToken(
  app: Pick<App, 'db' | 'mailer'>,
  { member, name, scopes, days }: NewToken,
  by: ChangedBy,
): Promise<{ id: string; token: string }> {
  const [id, token] = [randomUUID(), PREFIX + randomBytes(32).toString('base64url')];
  await inTransaction(app.db, async (tx) => {
    await sql`select from members where id = ${member} for no key update`.execute(tx);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from api_tokens where member_id = ${member} and revoked_at is null and expires_at > app_now()`.execute(tx);
    if (rows[0]!.count >= MOST_TOKENS) throw refuse('conflict');
    await sql`
      insert into api_tokens (id, member_id, name, token_hash, scopes, expires_at)
      values (${id}, ${member}, ${name.trim()}, ${hashOf(token)}, ${scopes}::text[], app_now() + ${days} * interval '1 day')`.execute(tx);
    await tellOfChange(app, tx, member, 'token_made', by, { token: name.trim() });
  });
  return { id, token };
}

/** Whose tokens are listed or ended: one member's, or those of everybody who works here. */
export type TokensOf = { member: number } | 'operators';

const ofWhom = (whose: TokensOf) => (whose === 'operators' ? sql`m.roles <> '{}'` : sql`t.member_id = ${whose.member}`);

/** The tokens that live, the newest first. */
export async function apiTokensOf(db: Db, whose: TokensOf): Promise<ApiToken[]> {
  type Row = Omit<ApiToken, 'owner' | 'created_at' | 'expires_at' | 'last_used_at'> & {
    member_id: number;
    owner_name: string;
    created_at: Date;
    expires_at: Date;
    last_used_at: Date | null;
  };
  const { rows } = await sql<Row>`
    select t.id, t.member_id, p.name as owner_name, t.name, t.scopes, t.created_at, t.expires_at, t.last_used_at
    from api_tokens t join members m on m.id = t.member_id join profiles p on p.id = m.id
    where ${ofWhom(whose)} and t.revoked_at is null and t.expires_at > app_now() order by t.created_at desc, t.id limit 500`.execute(db);
  return rows.map(({ member_id: member, owner_name: owner, created_at: created, expires_at: expires, last_used_at: used, ...token }) => ({
    ...token,
    created_at: created.toISOString(),
    expires_at: expires.toISOString(),
    last_used_at: used?.toISOString() ?? null,
    owner: whose === 'operators' ? { id: member, name: owner } : null,
  }));
}

/** Ends a token at once. Refuses `not_found` for one that is not among `whose`. */
export async function revokeApiToken(db: Db, id: string, whose: TokensOf): Promise<void> {
  const { rows } = await sql`
    update api_tokens t set revoked_at = coalesce(t.revoked_at, app_now()) from members m
    where t.id = ${id} and m.id = t.member_id and ${ofWhom(whose)} returning t.id`.execute(db);
  if (rows.length === 0) throw refuse('not_found');
}

/** Ends every token of a member: whoever had a way in has none any more. */
export async function revokeApiTokens(db: Db, member: number): Promise<void> {
  await sql`update api_tokens set revoked_at = app_now() where member_id = ${member} and revoked_at is null`.execute(db);
}

/** Whom a token speaks for, with the roles of this moment; null when it has ended or its member may not come in. Read each time: an end is an end. */
export async function sessionOfToken(db: Db, token: string): Promise<TokenSession | null> {
  if (!SHAPE.test(token)) return null;
  const tokenHash = hashOf(token);
  type Row = { id: string; member_id: number; scopes: TokenScope[]; status: UserStatus; roles: Role[]; language: Locale; host: string | null; stale: boolean };
  const { rows } = await sql<Row>`
    select t.id, t.member_id, t.scopes, m.status, m.roles, m.language, m.host,
      coalesce(t.last_used_at < app_now() - ${USE_SECONDS} * interval '1 second', true) as stale
    from api_tokens t join members m on m.id = t.member_id
    where t.token_hash = ${tokenHash} and t.revoked_at is null and t.expires_at > app_now() and m.status in ('not_confirmed', 'active')`.execute(db);
  const row = rows[0];
  if (!row) return null;
  if (row.stale) await sql`update api_tokens set last_used_at = app_now() where id = ${row.id}`.execute(db);
  const { id, scopes, member_id: memberId, status, roles, language, host } = row;
  // A token for operators' calls is made by one, which both factors lead to; its scopes say the rest.
  return { token: id, scopes, session: { memberId, tokenHash, status, roles, lacksFactor: false, language, host } };
}
