import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { dropLinkTokens } from '../link-tokens/drop-link-tokens.ts';
import { memberChanged } from '../sessions/member-changed.ts';

/**
 * Activates an unconfirmed account after its member has proved to own the mailbox. Returns the previous
 * status, or null for accounts that are closed or were created for an address already in use.
 */
export async function confirmAccount(
  app: Pick<App, 'events'>,
  tx: Tx,
  memberId: number,
): Promise<'active' | 'not_confirmed' | null> {
  const member = await tx
    .selectFrom('members')
    .where('id', '=', memberId)
    .select(['status', 'email_key'])
    .forUpdate()
    .executeTakeFirst();
  if (!member || member.email_key === null) return null;
  if (member.status === 'active') return 'active';
  if (member.status !== 'not_confirmed') return null;
  await tx
    .updateTable('members')
    .set({ status: 'active', confirmed_at: sql<Date>`app_now()` })
    .where('id', '=', memberId)
    .execute();
  await dropLinkTokens(tx, memberId, 'activate');
  await memberChanged(app, tx, memberId);
  return 'not_confirmed';
}
