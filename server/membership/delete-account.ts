import type { DeleteReason } from '#contract/enums.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { withdrawOnDeletion } from '../payments/index.ts';
import { endPush } from '../platform/outgoing/push-subscriptions.ts';
import { setProfileStatus } from '../profiles/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import { accountOf, isPassword, leaveAccount, memberChanged } from '../identity/index.ts';
import { mailReactivation, reactivateUntil } from './reactivate.ts';

export interface Deletion {
  reason: DeleteReason;
  remarks?: string;
  password: string;
}

/**
 * Deletes an account (docs/product.md 4): hidden from everyone at once, every session ended, purged after 14 days unless the
 * link in the mail brings it back. Unused credits of purchases that may still be withdrawn from go back as money. Answers
 * until when.
 *
 * Refuses `password_wrong`.
 */
export async function deleteAccount(app: App, memberId: number, { reason, remarks, password }: Deletion): Promise<Date> {
  const account = await accountOf(app.db, memberId);
  if (!(await isPassword(account?.password_hash, password))) throw refuse('password_wrong');
  const until = await inTransaction(app.db, async (tx) => {
    const requested = await leaveAccount(tx, memberId, { reason, remarks: remarks?.trim() || null });
    if (!requested) throw refuse('pending_deletion');
    await setProfileStatus(tx, memberId, 'disabled');
    await withdrawOnDeletion(app, tx, memberId);
    await endPush(tx, memberId);
    const last = await reactivateUntil(app, requested, account!.host);
    await mailReactivation(app, tx, account!, last);
    return last;
  });
  memberChanged(app, memberId);
  return until;
}
