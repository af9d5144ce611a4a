import type { App } from '../../platform/app.ts';
import { openCallOf } from './call-row.ts';
import { dueEnd } from './rules.ts';
import { settleCall } from './settle-call.ts';

/** Ends the calls of members whose time is over, so that nobody seems busy for longer. */
export async function settleCallsOf(
  app: Pick<App, 'db' | 'events' | 'jobs'>,
  members: readonly number[],
): Promise<void> {
  for (const member of members) {
    const row = await openCallOf(app.db, member);
    if (row && dueEnd(row)) await settleCall(app, row.id);
  }
}
