import { sql } from 'kysely';
import type { Tx } from '../platform/database/index.ts';
import { endPush } from '../platform/outgoing/push-subscriptions.ts';
import { setProfileStatus } from '../profiles/index.ts';
import { endSessions } from './sessions.ts';

/**
 * Closes a member's account for breaking the rules, for good or for some days: hidden at once, every session and push ended, no
 * log-in any more. Returns until when it is closed (`until` null: for good); null for somebody who works here, and for nobody.
 * An account that is closed for good stays so. Call `memberChanged` after the commit.
 */
export async function closeAccount(tx: Tx, memberId: number, days: number | null): Promise<{ until: Date | null } | null> {
  const member = await tx.selectFrom('members').where('id', '=', memberId).select(['status', 'roles', 'suspended_until']).forUpdate().executeTakeFirst();
  if (!member || member.roles.length > 0 || member.status === 'deleted') return null;
  if (member.status === 'banned' && member.suspended_until === null) return { until: null };
  const until = days === null ? sql<null>`null` : sql<Date>`greatest(suspended_until, app_now() + ${days} * interval '1 day')`;
  // An account already pending deletion is purged in its time; until then it can no longer be restored.
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
  await endSessions(tx, memberId);
  return { until: closed.suspended_until };
}

/** Lets a member back into an account that was closed. Returns false when it was not. Call `memberChanged` after the commit. */
export async function reopenAccount(tx: Tx, memberId: number): Promise<boolean> {
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
  if (member!.status === 'banned' && before === 'active') await setProfileStatus(tx, memberId, 'active');
  return true;
}
