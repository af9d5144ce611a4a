import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import { inTransaction, type Tx } from '../platform/database/index.ts';
import type { Viewer } from '../visibility/index.ts';
import { isApart } from './is-apart.ts';
import { announceCall } from './state/announce-call.ts';
import { lockedCallOf, sideOf, type CallRow } from './state/call-row.ts';
import { chargeMinute } from './state/charge-minute.ts';
import { finishCall } from './state/finish-call.ts';
import { ALIVE_SECONDS, areBothAlive, dueEnd, hasLostOther } from './state/rules.ts';

interface Heartbeat {
  id: string;
  connected: boolean;
  clear: boolean;
}

/**
 * POST /api/video-call-alive.php: a heartbeat of one side. It starts the call when both sides are connected, charges the
 * inviter for the present minute while both are alive, and ends the call if the time is over, the other side is lost or
 * apart, or the minute cannot be paid. Throws `not_found` for a call of others.
 */
export const keepCall = (
  app: Pick<App, 'db' | 'events' | 'jobs'>,
  viewer: Viewer<number>,
  heartbeat: Heartbeat,
): Promise<CallRow> =>
  inTransaction(app.db, async (tx) => {
    const before = await lockedCallOf(tx, viewer.id, heartbeat.id);
    const due = dueEnd(before);
    if (due) return finishCall(app, tx, before, due.end, due.at);
    if (before.status === 'ended') return before;
    if (await isApart(tx, viewer, before)) return finishCall(app, tx, before, 'blocked');
    await noteHeartbeat(tx, before, sideOf(before, viewer.id), heartbeat);
    const row = await begun(app, tx, await lockedCallOf(tx, viewer.id, heartbeat.id));
    if (row[`${sideOf(row, viewer.id)}_clear`] !== before[`${sideOf(row, viewer.id)}_clear`])
      announceCall(app, tx, row);
    if (row.status !== 'active') return row;
    if (hasLostOther(row, sideOf(row, viewer.id))) return finishCall(app, tx, row, 'failed');
    if (areBothAlive(row) && !(await chargeMinute(app, tx, row)))
      return finishCall(app, tx, row, 'no_credits');
    return row;
  });

async function noteHeartbeat(
  tx: Tx,
  row: CallRow,
  side: 'caller' | 'callee',
  { id, connected, clear }: Heartbeat,
): Promise<void> {
  const column = (name: string) => sql.ref(`${side}_${name}`);
  const isAccepted = row.status !== 'ringing';
  await sql`
    update video_calls set
        ${column('seen_at')} = app_now(),
        ${column('since')} = case when ${column('seen_at')} > app_now() - ${ALIVE_SECONDS} * interval '1 second' then ${column('since')} else app_now() end,
        ${column('connected')} = ${connected && isAccepted}, ${column('clear')} = ${clear && row.kind === 'video'}
      where id = ${id}`.execute(tx);
}

/** The call becomes active with the first heartbeat that finds both sides connected. */
async function begun(app: Pick<App, 'events' | 'jobs'>, tx: Tx, row: CallRow): Promise<CallRow> {
  if (row.status !== 'connecting' || !row.caller_connected || !row.callee_connected) return row;
  await sql`
    update video_calls set status = 'active', started_at = app_now(), ends_at = app_now() + minutes * interval '1 minute'
      where id = ${row.id}`.execute(tx);
  announceCall(app, tx, row);
  return lockedCallOf(tx, row.caller_id, row.id);
}
