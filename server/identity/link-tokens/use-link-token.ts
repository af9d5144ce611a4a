import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';
import { type LinkPurpose, type LinkToken, linkTokenHash } from './link-token.ts';

/**
 * Consumes a token. Returns null if it is unknown, expired, used, or of another purpose. Of two concurrent
 * uses, one succeeds.
 */
export async function useLinkToken(db: Db, token: string, purpose: LinkPurpose): Promise<LinkToken | null> {
  const row = await db
    .updateTable('link_tokens')
    .set({ used_at: sql<Date>`app_now()` })
    .where('token_hash', '=', linkTokenHash(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`app_now()`)
    .returning(['member_id', 'payload', 'created_at'])
    .executeTakeFirst();
  return row
    ? {
        member_id: row.member_id,
        payload: row.payload as Record<string, unknown>,
        created_at: row.created_at,
      }
    : null;
}
