import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../platform/database/index.ts';

/** What a link in a mail is for. */
export type LinkPurpose =
  | 'activate'
  | 'reset_password'
  | 'mail_change'
  | 'mail_change_back'
  | 'reactivate'
  | 'operator_login'
  | 'invite'
  | 'unsubscribe'
  | 'second_step';

const hashOf = (token: string) => createHash('sha256').update(token).digest();

export interface LinkToken {
  member_id: number;
  payload: Record<string, unknown>;
  created_at: Date;
}

/** Makes a token for a link that works once within `minutes`; only its hash is stored. */
export async function createLinkToken(db: Db, memberId: number, purpose: LinkPurpose, minutes: number, payload: Record<string, unknown> = {}): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await db
    .insertInto('link_tokens')
    .values({
      token_hash: hashOf(token),
      member_id: memberId,
      purpose,
      payload: JSON.stringify(payload),
      expires_at: sql<Date>`app_now() + ${minutes} * interval '1 minute'`,
    })
    .execute();
  return token;
}

/** Uses a token up; null when it is unknown, of another purpose, used before or expired. Two at once: one gets it. */
export async function useLinkToken(db: Db, token: string, purpose: LinkPurpose): Promise<LinkToken | null> {
  const row = await db
    .updateTable('link_tokens')
    .set({ used_at: sql<Date>`app_now()` })
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`app_now()`)
    .returning(['member_id', 'payload', 'created_at'])
    .executeTakeFirst();
  return row ? { member_id: row.member_id, payload: row.payload as Record<string, unknown>, created_at: row.created_at } : null;
}

/** Whose token it is while it works, without using it up; else null. */
export async function findLinkToken(db: Db, token: string, purpose: LinkPurpose): Promise<number | null> {
  const row = await db
    .selectFrom('link_tokens')
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`app_now()`)
    .select('member_id')
    .executeTakeFirst();
  return row?.member_id ?? null;
}

/**
 * Ends every unused token of a purpose, or of every one: older links of a member stop working. Invitations are for others and stay, and so
 * does the way back after a change of address, which is there for the day that somebody else sets the password.
 */
export async function dropLinkTokens(db: Db, memberId: number, purpose?: LinkPurpose): Promise<void> {
  let query = db
    .updateTable('link_tokens')
    .set({ expires_at: sql<Date>`app_now()` })
    .where('member_id', '=', memberId)
    .where('used_at', 'is', null);
  query = purpose ? query.where('purpose', '=', purpose) : query.where('purpose', 'not in', ['invite', 'mail_change_back']);
  await query.execute();
}
