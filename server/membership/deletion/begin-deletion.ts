import type { DeleteReason } from '#contract/lists/delete-reasons.ts';
import { type Account, accountOf, leaveAccount } from '../../identity/index.ts';
import { refundOnClosing, withdrawOnDeletion } from '../../payments/index.ts';
import type { App } from '../../platform/app.ts';
import { type Tx } from '../../platform/database/index.ts';
import type { AuditNote } from '../../platform/http/context.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { endPush } from '../../platform/outgoing/push-subscriptions.ts';
import { setProfileStatus } from '../../profiles/index.ts';
import { queueMemberEvent } from '../../webhooks/index.ts';
import { mailReactivation, reactivateUntil } from './reactivate.ts';

/**
 * Starts a deletion in the caller's transaction: hides and logs out the account, refunds credits, and mails
 * the restore link. Returns the expiry of the link. Throws `pending_deletion` if the deletion has already
 * started, and `conflict` for the last owner.
 */
export async function beginDeletion(
  app: App,
  tx: Tx,
  account: Account,
  why: { reason: DeleteReason; remarks: string | null },
  operator?: { id: number; audit: AuditNote },
): Promise<Date> {
  const requested = await leaveAccount(app, tx, account.id, why);
  if (!requested) throw refuse('pending_deletion');
  await setProfileStatus(tx, account.id, 'disabled');
  // Only members themselves can declare a withdrawal.
  if (operator) await refundOnClosing(app, tx, account.id, operator);
  else await withdrawOnDeletion(app, tx, account.id);
  await endPush(tx, account.id);
  await queueMemberEvent(app, tx, 'member.deleted', account.id);
  const last = await reactivateUntil(app, requested, account.host);
  // Fictional profiles have no mailbox, and operators return only by invitation.
  if (account.email && (await accountOf(tx, account.id))?.dismissed === false)
    await mailReactivation(app, tx, account, last);
  return last;
}
