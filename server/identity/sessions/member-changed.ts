import type { App } from '../../platform/app.ts';
import { type Db, afterCommit } from '../../platform/database/index.ts';
import { SESSIONS_CHANGED } from './session-cache.ts';

export function sessionsChanged(app: Pick<App, 'events'>, db: Db, memberId: number): Promise<void> {
  const publish = () => app.events.publish(SESSIONS_CHANGED, { member_id: memberId });
  return afterCommit(db, publish, `sessions of ${memberId}`);
}

/**
 * Invalidates the member's cached sessions in every process, and makes open pages refetch the account, once
 * `db` has committed.
 */
export async function memberChanged(app: Pick<App, 'events'>, db: Db, memberId: number): Promise<void> {
  await sessionsChanged(app, db, memberId);
  const emit = () => app.events.emit(memberId, 'changed', { what: 'user' });
  await afterCommit(db, emit, `account of ${memberId}`);
}
