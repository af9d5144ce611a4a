import { sql } from 'kysely';
import type { Role } from '#contract/lists/roles.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { dropLinkTokens } from '../link-tokens/drop-link-tokens.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { memberChanged } from '../sessions/member-changed.ts';

/**
 * Changes an operator's roles and sites, in any state of the account. An operator without roles is dismissed: logged
 * out, with every link invalidated, and closed permanently, even if the account is being deleted.
 */
export async function setRoles(
  app: Pick<App, 'events'>,
  tx: Tx,
  memberId: number,
  { roles, sites }: { roles: Role[]; sites: string[] | null },
): Promise<void> {
  const isDismissal = roles.length === 0;
  await tx
    .updateTable('members')
    .set({
      roles,
      office_sites: sites,
      ...(isDismissal && {
        status: sql<string>`case when status = 'pending_deletion' then status else 'banned' end`,
        dismissed_at: sql<Date>`app_now()`,
      }),
    })
    .where('id', '=', memberId)
    .execute();
  if (isDismissal) {
    await dropLinkTokens(tx, memberId);
    await endSessions(app, tx, memberId);
  }
  await memberChanged(app, tx, memberId);
}
