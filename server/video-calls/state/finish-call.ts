import { sql } from 'kysely';
import type { VideoCallEnd } from '#contract/video-calls/lists.ts';
import { recordActivity } from '../../activity/index.ts';
import { giveBackCredits } from '../../credits/index.ts';
import type { App } from '../../platform/app.ts';
import { one, type Tx } from '../../platform/database/index.ts';
import { announceCall } from './announce-call.ts';
import type { CallRow } from './call-row.ts';
import { endOfMinute } from './rules.ts';

export const MISSED_CALL_NOTIFICATION = 'notify-missed-call';
export interface MissedCallNews {
  call: string;
}

/** Minutes returned to an inviter within 24 hours, so that nobody calls for free by breaking connections. */
const MOST_RELEASES = 3;

/**
 * Ends a locked call: deletes the descriptions of the connection and settles its reserved minutes. A minute during which
 * the connection failed is returned. A call that nobody answered becomes news for the one who was called. Does nothing if the call has ended.
 */
export async function finishCall(
  app: Pick<App, 'events' | 'jobs'>,
  tx: Tx,
  row: CallRow,
  end: VideoCallEnd,
  at: Date = row.now,
): Promise<CallRow> {
  if (row.status === 'ended') return row;
  await sql`
    update video_calls set status = 'ended', ended = ${end}, ended_at = ${at}, caller_sdp = null, callee_sdp = null
      where id = ${row.id}`.execute(tx);
  await settleMinutes(app, tx, row, end === 'failed' ? at : null);
  if (row.status === 'ringing' && (end === 'missed' || end === 'cancelled')) await reportMissed(app, tx, row);
  announceCall(app, tx, row);
  return { ...row, status: 'ended', ended: end, ended_at: at, caller_sdp: null, callee_sdp: null };
}

async function reportMissed(app: Pick<App, 'events' | 'jobs'>, tx: Tx, row: CallRow): Promise<void> {
  const { id, caller_id, callee_id, conversation_id } = row;
  await recordActivity(app, tx, {
    member: callee_id,
    kind: 'missed_call',
    key: id,
    about: caller_id,
    details: { conversation: conversation_id },
  });
  const news: MissedCallNews = { call: id };
  await app.jobs.add(tx, MISSED_CALL_NOTIFICATION, news, { key: `missed call ${id}`, member: callee_id });
}

async function settleMinutes(
  app: Pick<App, 'events'>,
  tx: Tx,
  row: CallRow,
  failedAt: Date | null,
): Promise<void> {
  const { started_at, free_seconds } = row;
  if (!started_at) return;
  const { rows } = await sql<{ minute: number; credits: number; reserved_at: Date }>`
    select minute, credits, reserved_at from video_call_minutes where call_id = ${row.id} and state = 'reserved' order by minute`.execute(
    tx,
  );
  for (const { minute, credits, reserved_at } of rows) {
    const isBroken = failedAt !== null && failedAt < endOfMinute({ started_at, free_seconds }, minute);
    const isReturned = isBroken && (await releasesOf(tx, row.caller_id)) < MOST_RELEASES;
    await sql`
      update video_call_minutes set state = ${isReturned ? 'released' : 'captured'}, settled_at = app_now()
        where call_id = ${row.id} and minute = ${minute}`.execute(tx);
    if (!isReturned) continue;
    const booked = await giveBackCredits(tx, row.caller_id, {
      credits,
      key: `video_call:${row.id}:${minute}`,
      spentAt: reserved_at,
    });
    tx.afterCommit(() =>
      app.events.emit(row.caller_id, 'credits', {
        credits: booked.credits,
        paid_user: booked.paidUser,
        reason: 'video_call',
      }),
    );
  }
}

async function releasesOf(tx: Tx, caller: number): Promise<number> {
  const { count } = await one(
    sql<{ count: number }>`
    select count(*)::int as count from video_calls v join video_call_minutes m on m.call_id = v.id
      where v.caller_id = ${caller} and v.created_at > app_now() - interval '2 days'
        and m.state = 'released' and m.settled_at > app_now() - interval '24 hours'`.execute(tx),
  );
  return count;
}
