import type { App } from '../platform/app.ts';
import { inTransaction, type Tx } from '../platform/database/index.ts';
import type { AuditNote } from '../platform/http/context.ts';
import { endPush } from '../platform/outgoing/push-subscriptions.ts';
import { setProfileStatus } from '../profiles/index.ts';
import { endSessions, memberChanged } from './sessions.ts';

/**
 * Closes a member's account for breaking the rules: hidden at once, every session and push ended, no log-in any more; noted.
 * `also` is done in the same transaction, once. Returns false for somebody who works here, and for nobody. A repeat is fine.
 */
export async function closeAccount(app: App, memberId: number, audit: AuditNote, also?: (tx: Tx) => Promise<void>): Promise<boolean> {
  const closed = await inTransaction(app.db, async (tx) => {
    const member = await tx.selectFrom('members').where('id', '=', memberId).select(['status', 'roles']).forUpdate().executeTakeFirst();
    if (!member || member.roles.length > 0) return false;
    if (member.status === 'banned') return true;
    // Who is leaving anyway is purged when the time comes; until then the way back is shut.
    const set = member.status === 'pending_deletion' ? { status_before_deletion: 'banned' } : { status: 'banned' };
    await tx.updateTable('members').set(set).where('id', '=', memberId).execute();
    await setProfileStatus(tx, memberId, 'disabled');
    await endPush(tx, memberId);
    await endSessions(tx, memberId);
    await audit(tx, { act: 'account.close', member: memberId });
    await also?.(tx);
    return true;
  });
  if (closed) memberChanged(app, memberId);
  return closed;
}
