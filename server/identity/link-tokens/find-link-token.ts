import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';
import { type LinkPurpose, linkTokenHash } from './link-token.ts';

/** Returns the member of a valid token without consuming it, or null. */
export async function findLinkToken(db: Db, token: string, purpose: LinkPurpose): Promise<number | null> {
  const row = await db
    .selectFrom('link_tokens')
    .where('token_hash', '=', linkTokenHash(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`app_now()`)
    .select('member_id')
    .executeTakeFirst();
  return row?.member_id ?? null;
}
