import { sql } from 'kysely';
import type { DeleteReason } from '#contract/enums.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { withdrawOnDeletion } from '../payments/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import { accountOf, endSessions, isPassword, memberChanged, takePasswordGuess } from '../identity/index.ts';
import { mailReactivation, reactivateUntil } from './reactivate.ts';

export interface Deletion {
  reason: DeleteReason;
  remarks?: string;
  password: string;
}

/**
 * Deletes an account (section 4): hidden from everyone at once, every session ended, purged after 14 days unless the
 * link in the mail brings it back. Unused credits of purchases that may still be withdrawn from go back as money. Answers
 * until when.
 *
 * Refuses `password_wrong`, `too_many_requests`.
 */
export async function deleteAccount(app: App, memberId: number, { reason, remarks, password }: Deletion, host: string): Promise<Date> {
  await takePasswordGuess(app, memberId);
  const account = await accountOf(app.db, memberId);
  if (!(await isPassword(account?.password_hash, password))) throw refuse('password_wrong');
  const until = await inTransaction(app.db, async (tx) => {
    const { delete_requested_at: requested } = await tx
      .updateTable('members')
      .set({
        status: 'pending_deletion',
        status_before_deletion: sql<string>`status`,
        delete_requested_at: sql<Date>`app_now()`,
        delete_reason: reason,
        delete_remarks: remarks?.trim() || null,
      })
      .where('id', '=', memberId)
      .where('status', 'in', ['active', 'not_confirmed'])
      .returning('delete_requested_at')
      .executeTakeFirstOrThrow(() => refuse('pending_deletion'));
    await tx.updateTable('profiles').set({ status: 'disabled' }).where('id', '=', memberId).execute();
    await withdrawOnDeletion(app, tx, memberId);
    await tx.deleteFrom('push_subscriptions').where('member_id', '=', memberId).execute();
    await endSessions(tx, memberId);
    const last = await reactivateUntil(app, requested!, host);
    if (!account!.shadow) await mailReactivation(app, tx, account!, last, host);
    return last;
  });
  memberChanged(app, memberId);
  return until;
}
