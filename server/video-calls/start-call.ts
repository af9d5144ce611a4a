import { sql } from 'kysely';
import { must } from '#contract/must.ts';
import { RING_SECONDS } from '#contract/video-calls/limits.ts';
import type { VideoCallKind } from '#contract/video-calls/lists.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, type Tx } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import { settingsOf } from '../site-settings/index.ts';
import type { Viewer } from '../visibility/index.ts';
import { assertCallable, priceOf } from './assert-callable.ts';
import { freeSecondsFor } from './free-seconds.ts';
import { announceCall } from './state/announce-call.ts';
import { callById, type CallRow } from './state/call-row.ts';
import { settleCallsOf } from './state/settle-calls-of.ts';

export const MISS_VIDEO_CALL = 'miss-video-call';

interface Start {
  id: string;
  device: string;
  profile: number;
  kind: VideoCallKind;
  price: number;
}

/**
 * POST /api/video-calls.php: calls a member, whose pages ring. A repeat with the same id returns the first call. Throws
 * the errors of `assertCallable`, `price_changed` if the member was shown another price, and `conflict` for another's id.
 */
export async function startCall(
  app: Pick<App, 'config' | 'db' | 'events' | 'jobs' | 'parts'>,
  viewer: Viewer<number>,
  start: Start,
  host: string,
): Promise<CallRow> {
  const settings = await settingsOf(app, host);
  const price = priceOf(settings, start.kind);
  await settleCallsOf(app, [viewer.id, start.profile]);
  return inTransaction(app.db, async (tx) => {
    // A call of either member that starts at the same time waits here, and then finds this one.
    await sql`select from members where id in (${viewer.id}, ${start.profile}) order by id for no key update`.execute(
      tx,
    );
    const first = await callById(tx, start.id);
    if (first && first.caller_id !== viewer.id) throw refuse('conflict');
    if (first) return first;
    const { conversation } = await assertCallable(app, tx, viewer, settings, { other: start.profile, price });
    if (start.price !== price) throw refuse('price_changed');
    const row = await storeCall(tx, viewer.id, start, {
      conversation,
      price,
      minutes: settings.video_call_minutes,
    });
    await app.jobs.add(
      tx,
      MISS_VIDEO_CALL,
      { call: row.id },
      {
        runAt: new Date(Date.now() + (RING_SECONDS + 1) * 1000),
        key: `video call ${row.id}`,
        member: viewer.id,
      },
    );
    announceCall(app, tx, row);
    return row;
  });
}

async function storeCall(
  tx: Tx,
  caller: number,
  { id, device, profile, kind }: Start,
  { conversation, price, minutes }: { conversation: number; price: number; minutes: number },
): Promise<CallRow> {
  const free = await freeSecondsFor(tx, caller, profile);
  await sql`
    insert into video_calls (id, caller_id, callee_id, conversation_id, kind, credits_per_minute, free_seconds, minutes, rings_until, caller_device)
      values (${id}, ${caller}, ${profile}, ${conversation}, ${kind}, ${price}, ${free}, ${minutes},
        app_now() + ${RING_SECONDS} * interval '1 second', ${device})`.execute(tx);
  return must(await callById(tx, id), 'the call that was stored');
}
