import { sql } from 'kysely';
import type { Role } from '#contract/lists/roles.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { dropFactors } from '../factors/drop-factors.ts';

/**
 * Reopens the account of a dismissed operator. The old password and second factors are not restored: the
 * invitation's login link is the only access.
 */
export async function reemploy(
  app: Pick<App, 'events'>,
  tx: Tx,
  memberId: number,
  { roles, sites }: { roles: Role[]; sites: string[] | null },
): Promise<void> {
  await tx
    .updateTable('members')
    .set({
      roles,
      office_sites: sites,
      status: 'active',
      dismissed_at: null,
      password_hash: null,
      status_before_ban: null,
      suspended_until: null,
      status_before_deletion: null,
      delete_requested_at: null,
      delete_reason: null,
      delete_remarks: null,
      confirmed_at: sql<Date>`coalesce(confirmed_at, app_now())`,
    })
    .where('id', '=', memberId)
    .execute();
  await dropFactors(app, tx, memberId);
}
