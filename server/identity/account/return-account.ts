import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { memberChanged } from '../sessions/member-changed.ts';

/**
 * Restores an account that is pending deletion. Returns its previous status, or null if it is not pending
 * deletion or was an operator's, because operators return only by an owner's invitation.
 */
export async function returnAccount(
  app: Pick<App, 'events'>,
  tx: Tx,
  memberId: number,
): Promise<string | null> {
  const member = await tx
    .selectFrom('members')
    .where('id', '=', memberId)
    .select(['status', 'status_before_deletion', 'roles', 'dismissed_at'])
    .forUpdate()
    .executeTakeFirst();
  if (member?.status !== 'pending_deletion') return null;
  // Accounts whose deletion began before deletions removed roles may still have some.
  if (member.roles.length > 0 || member.dismissed_at !== null) return null;
  const status = member.status_before_deletion ?? 'active';
  await tx
    .updateTable('members')
    .set({
      status,
      status_before_deletion: null,
      delete_requested_at: null,
      delete_reason: null,
      delete_remarks: null,
    })
    .where('id', '=', memberId)
    .execute();
  await memberChanged(app, tx, memberId);
  return status;
}
