import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { MOST_TOKENS, type TokenScope } from '#contract/lists/token-scopes.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, one } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { type ChangedBy, tellOfChange } from '../factors/tell-change.ts';
import { apiTokenHash } from './token-hash.ts';

/** A recognisable prefix lets secret scanners find leaked tokens. */
const PREFIX = 'liaison_';

interface NewToken {
  member: number;
  name: string;
  scopes: readonly TokenScope[];
  days: number;
  /** Limits an operator's token to some sites; null to those of its owner. */
  sites?: readonly string[] | null;
}

/**
 * Creates a token and notifies its owner by mail. The token is returned only here and stored as a hash.
 * Throws `conflict` if ten tokens are active.
 */
export async function makeApiToken(
  app: Pick<App, 'db' | 'mailer'>,
  { member, name, scopes, days, sites = null }: NewToken,
  by: ChangedBy,
): Promise<{ id: string; token: string }> {
  const [id, token] = [randomUUID(), PREFIX + randomBytes(32).toString('base64url')];
  await inTransaction(app.db, async (tx) => {
    await sql`select from members where id = ${member} for no key update`.execute(tx);
    const row = await one(
      sql<{ count: number }>`
      select count(*)::int as count from api_tokens where member_id = ${member} and revoked_at is null and expires_at > app_now()`.execute(
        tx,
      ),
    );
    if (row.count >= MOST_TOKENS) throw refuse('conflict');
    await sql`
      insert into api_tokens (id, member_id, name, token_hash, scopes, sites, expires_at)
      values (${id}, ${member}, ${name.trim()}, ${apiTokenHash(token)}, ${scopes}::text[], ${sites}::text[], app_now() + ${days} * interval '1 day')`.execute(
      tx,
    );
    await tellOfChange(app, tx, member, 'token_made', by, { token: name.trim() });
  });
  return { id, token };
}
