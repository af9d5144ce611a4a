import { sql } from 'kysely';
import type { ApiToken } from '#contract/membership/tokens.ts';
import type { Sites } from '#contract/rules/site-scope-rules.ts';
import type { Db } from '../../platform/database/index.ts';
import { memberInSites } from '../../site-scope/index.ts';

/** The tokens of one account, or those of the operators of these sites. */
export type TokensOf = { member: number } | { operatorsOf: Sites };

export const tokensCondition = (whose: TokensOf) =>
  'operatorsOf' in whose
    ? sql`m.roles <> '{}' and ${memberInSites(whose.operatorsOf)}`
    : sql`t.member_id = ${whose.member}`;

export async function apiTokensOf(db: Db, whose: TokensOf): Promise<ApiToken[]> {
  type Row = Omit<ApiToken, 'owner' | 'created_at' | 'expires_at' | 'last_used_at'> & {
    member_id: number;
    owner_name: string;
    created_at: Date;
    expires_at: Date;
    last_used_at: Date | null;
  };
  const { rows } = await sql<Row>`
    select t.id, t.member_id, p.name as owner_name, t.name, t.scopes, t.sites, t.created_at, t.expires_at, t.last_used_at
    from api_tokens t join members m on m.id = t.member_id join profiles p on p.id = m.id
    where ${tokensCondition(whose)} and t.revoked_at is null and t.expires_at > app_now() order by t.created_at desc, t.id limit 500`.execute(
    db,
  );
  return rows.map(
    ({
      member_id: member,
      owner_name: owner,
      created_at: created,
      expires_at: expires,
      last_used_at: used,
      ...token
    }) => ({
      ...token,
      created_at: created.toISOString(),
      expires_at: expires.toISOString(),
      last_used_at: used?.toISOString() ?? null,
      owner: 'operatorsOf' in whose ? { id: member, name: owner } : null,
    }),
  );
}
