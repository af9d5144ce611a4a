import type { DeleteReason } from '#contract/lists/delete-reasons.ts';
import { accountOf, isPassword } from '../../identity/index.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { beginDeletion } from './begin-deletion.ts';

export interface Deletion {
  reason: DeleteReason;
  remarks?: string;
  password: string;
}

/**
 * Deletes an account (docs/product.md 4.2): hides it immediately, ends every session, and purges it after 14
 * days unless the mailed link restores it. Refunds the unused credits of purchases within the withdrawal
 * period. Returns the end of the restore period. Throws `password_wrong` for a wrong password.
 */
export async function deleteAccount(
  app: App,
  memberId: number,
  { reason, remarks, password }: Deletion,
): Promise<Date> {
  const account = await accountOf(app.db, memberId);
  if (!account || !(await isPassword(account.password_hash, password))) throw refuse('password_wrong');
  return inTransaction(app.db, (tx) =>
    beginDeletion(app, tx, account, { reason, remarks: remarks?.trim() || null }),
  );
}
