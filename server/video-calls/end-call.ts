import type { VideoCallEnd } from '#contract/video-calls/lists.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { lockedCallOf, sideOf, type CallRow } from './state/call-row.ts';
import { finishCall } from './state/finish-call.ts';
import { dueEnd } from './state/rules.ts';

/**
 * DELETE /api/video-calls.php: ends a call: cancelled or declined while it rings, else hung up, or failed if the member's
 * browser lost the connection. A repeat changes nothing. Throws `not_found` for a call of others.
 */
export const endCall = (
  app: Pick<App, 'db' | 'events' | 'jobs'>,
  member: number,
  { id, failed }: { id: string; failed?: boolean | undefined },
): Promise<CallRow> =>
  inTransaction(app.db, async (tx) => {
    const row = await lockedCallOf(tx, member, id);
    const due = dueEnd(row);
    return due
      ? finishCall(app, tx, row, due.end, due.at)
      : finishCall(app, tx, row, endBy(row, member, failed === true));
  });

function endBy(row: CallRow, member: number, failed: boolean): VideoCallEnd {
  if (row.status !== 'ringing') return failed ? 'failed' : 'hung_up';
  return sideOf(row, member) === 'caller' ? 'cancelled' : 'declined';
}
