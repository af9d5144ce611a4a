import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { type TokensOf, tokensCondition } from './api-tokens-of.ts';

/** Throws `not_found` for a token outside `whose`. */
export async function revokeApiToken(db: Db, id: string, whose: TokensOf): Promise<void> {
  const { rows } = await sql`
    update api_tokens t set revoked_at = coalesce(t.revoked_at, app_now()) from members m
    where t.id = ${id} and m.id = t.member_id and ${tokensCondition(whose)} returning t.id`.execute(db);
  if (rows.length === 0) throw refuse('not_found');
}
