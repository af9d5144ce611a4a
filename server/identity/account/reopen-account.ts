import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { setProfileStatus } from '../../profiles/index.ts';
import { memberChanged } from '../sessions/member-changed.ts';

export async function reopenAccount(app: Pick<App, 'events'>, tx: Tx, memberId: number): Promise<boolean> {
  const member = await tx
    .selectFrom('members')
    .where('id', '=', memberId)
    .select(['status', 'status_before_ban', 'status_before_deletion'])
    .forUpdate()
    .executeTakeFirst();
  const before = member?.status_before_ban ?? 'active';
  const set =
    member?.status === 'banned'
      ? { status: before }
      : member?.status === 'pending_deletion' && member.status_before_deletion === 'banned'
        ? { status_before_deletion: before }
        : null;
  if (!set) return false;
  await tx
    .updateTable('members')
    .set({ ...set, status_before_ban: null, suspended_until: null })
    .where('id', '=', memberId)
    .execute();
  if (member?.status === 'banned' && before === 'active') await setProfileStatus(tx, memberId, 'active');
  await memberChanged(app, tx, memberId);
  return true;
}
