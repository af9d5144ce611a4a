import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { endPush } from '../../platform/outgoing/push-subscriptions.ts';
import { setProfileStatus } from '../../profiles/index.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { memberChanged } from '../sessions/member-changed.ts';

/**
 * Closes a member's account for breaking the rules, permanently or for some days: hides it immediately, ends
 * every session and push subscription, and prevents login. A permanently closed account stays closed. Returns
 * the end of the closure (`until` is null if permanent), or null if the account does not exist or belongs to
 * staff.
 */
export async function closeAccount(
  app: Pick<App, 'events'>,
  tx: Tx,
  memberId: number,
  days: number | null,
): Promise<{ until: Date | null } | null> {
  const member = await tx
    .selectFrom('members')
    .where('id', '=', memberId)
    .select(['status', 'roles', 'suspended_until'])
    .forUpdate()
    .executeTakeFirst();
  if (!member || member.roles.length > 0 || member.status === 'deleted') return null;
  if (member.status === 'banned' && member.suspended_until === null) return { until: null };
  const until =
    days === null
      ? sql<null>`null`
      : sql<Date>`greatest(suspended_until, app_now() + ${days} * interval '1 day')`;
  // An account pending deletion is purged on schedule, but can no longer be restored.
  const set =
    member.status === 'pending_deletion'
      ? { status_before_deletion: 'banned', status_before_ban: sql<string>`status_before_deletion` }
      : { status: 'banned', ...(member.status !== 'banned' && { status_before_ban: member.status }) };
  const closed = await tx
    .updateTable('members')
    .set({ ...set, suspended_until: until })
    .where('id', '=', memberId)
    .returning('suspended_until')
    .executeTakeFirstOrThrow();
  await setProfileStatus(tx, memberId, 'disabled');
  await endPush(tx, memberId);
  await endSessions(app, tx, memberId);
  await memberChanged(app, tx, memberId);
  return { until: closed.suspended_until };
}
