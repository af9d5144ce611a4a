import { accountOf } from '../identity/index.ts';
import { beginDeletion } from '../membership/index.ts';
import type { Operator } from '../moderation/index.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { refuse, refuseFields } from '../platform/http/refusal.ts';
import { hostOfNoColleague } from './host-of-no-colleague.ts';

/**
 * DELETE /api/admin/member: deletes an account at the member's request, exactly like the member's own
 * deletion; the mail contains the restore link. Throws `not_found` if the member does not exist, and
 * `pending_deletion` if the account is already being deleted.
 */
export async function deleteMember(
  app: App,
  operator: Operator,
  { member, reason }: { member: number; reason: string },
): Promise<void> {
  if (reason.trim() === '') throw refuseFields({ reason: 'required' });
  await inTransaction(app.db, async (tx) => {
    await hostOfNoColleague(tx, member);
    const account = await accountOf(tx, member);
    if (!account) throw refuse('not_found');
    await beginDeletion(app, tx, account, { reason: 'other', remarks: null }, operator);
    await operator.audit(tx, { member });
  });
}
