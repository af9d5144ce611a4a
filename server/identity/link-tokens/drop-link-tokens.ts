import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';
import type { LinkPurpose } from './link-token.ts';

/**
 * Invalidates a member's unused tokens, of one purpose or all. Two kinds stay if no purpose is given:
 * invitations, which other people will use, and the link that restores an account after a change of address,
 * which must stay valid if a thief sets a new password.
 */
export async function dropLinkTokens(db: Db, memberId: number, purpose?: LinkPurpose): Promise<void> {
  let query = db
    .updateTable('link_tokens')
    .set({ expires_at: sql<Date>`app_now()` })
    .where('member_id', '=', memberId)
    .where('used_at', 'is', null);
  query = purpose
    ? query.where('purpose', '=', purpose)
    : query.where('purpose', 'not in', ['invite', 'mail_change_back']);
  await query.execute();
}
