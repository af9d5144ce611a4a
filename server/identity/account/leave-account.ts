import { sql } from 'kysely';
import type { DeleteReason } from '#contract/lists/delete-reasons.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { worksHere } from '../accounts.ts';
import { assertOwnerStays, lockOwners } from '../operators/owner-stays.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { memberChanged } from '../sessions/member-changed.ts';

/**
 * Marks an account for deletion and ends its sessions. An operator loses all roles and cannot restore the
 * account; otherwise an operator could escape a dismissal by deleting the account first. Returns the time, or
 * null if the account's status does not allow a deletion. Throws `conflict` for the last owner.
 */
export async function leaveAccount(
  app: Pick<App, 'events'>,
  tx: Tx,
  memberId: number,
  { reason, remarks }: { reason: DeleteReason; remarks: string | null },
): Promise<Date | null> {
  const isOperator = await worksHere(tx, memberId);
  if (isOperator) {
    await lockOwners(tx);
    await assertOwnerStays(tx, memberId);
  }
  const left = await tx
    .updateTable('members')
    .set({
      status: 'pending_deletion',
      status_before_deletion: sql<string>`status`,
      delete_requested_at: sql<Date>`app_now()`,
      delete_reason: reason,
      delete_remarks: remarks,
      ...(isOperator && { roles: [], dismissed_at: sql<Date>`app_now()` }),
    })
    .where('id', '=', memberId)
    .where('status', 'in', ['active', 'not_confirmed'])
    .returning('delete_requested_at')
    .executeTakeFirst();
  if (left) {
    await endSessions(app, tx, memberId);
    await memberChanged(app, tx, memberId);
  }
  return left?.delete_requested_at ?? null;
}
