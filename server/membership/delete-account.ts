import type { DeleteReason } from '#contract/enums.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, type Tx } from '../platform/database/index.ts';
import { withdrawOnDeletion } from '../payments/index.ts';
import { endPush } from '../platform/outgoing/push-subscriptions.ts';
import { setProfileStatus } from '../profiles/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import { type Account, accountOf, isPassword, leaveAccount, memberChanged } from '../identity/index.ts';
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
  const until = await inTransaction(app.db, (tx) => beginDeletion(app, tx, account!, { reason, remarks: remarks?.trim() || null }));
  memberChanged(app, memberId);
  return until;
}

/**
 * What a deletion begins with, whoever asked for it, in the caller's transaction: the account is hidden and logged out, money goes back,
 * and the way back is mailed. Answers until when it works; refuses `pending_deletion`. Call `memberChanged` after the commit.
 */
export async function beginDeletion(app: App, tx: Tx, account: Account, why: { reason: DeleteReason; remarks: string | null }): Promise<Date> {
  const requested = await leaveAccount(tx, account.id, why);
  if (!requested) throw refuse('pending_deletion');
  await setProfileStatus(tx, account.id, 'disabled');
  await withdrawOnDeletion(app, tx, account.id);
  await endPush(tx, account.id);
  const last = await reactivateUntil(app, requested, account.host);
  // Fictional profiles have no mailbox.
  if (account.email) await mailReactivation(app, tx, account, last);
  return last;
}
