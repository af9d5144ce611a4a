import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import { assertRelayOnly } from './session-description.ts';
import { announceCall } from './state/announce-call.ts';
import { lockedCallOf, sideOf, type CallRow } from './state/call-row.ts';
import { finishCall } from './state/finish-call.ts';
import { dueEnd } from './state/rules.ts';

interface Signal {
  id: string;
  generation: number;
  sdp: string;
}

/**
 * POST /api/video-call-signal.php: stores the member's session description for the other side. The inviter begins the next
 * generation, which discards the answer to the present one. Throws `bad_request` for a description with a candidate that
 * is no relay, `not_found`, and `conflict` for another generation or before the answer.
 */
export async function signalCall(
  app: Pick<App, 'db' | 'events' | 'jobs'>,
  member: number,
  { id, generation, sdp }: Signal,
): Promise<CallRow> {
  assertRelayOnly(sdp);
  return inTransaction(app.db, async (tx) => {
    const row = await lockedCallOf(tx, member, id);
    const due = dueEnd(row);
    if (due) return finishCall(app, tx, row, due.end, due.at);
    if (row.status === 'ended') return row;
    const isCaller = sideOf(row, member) === 'caller';
    const isNext = isCaller && generation === row.generation + 1;
    if (!isNext && generation !== row.generation) throw refuse('conflict');
    if (!isCaller && row.status === 'ringing') throw refuse('conflict');
    await (
      isCaller
        ? sql`
        update video_calls set caller_sdp = ${sdp}, generation = ${generation},
            callee_sdp = case when generation = ${generation} then callee_sdp end
          where id = ${id}`
        : sql`update video_calls set callee_sdp = ${sdp} where id = ${id}`
    ).execute(tx);
    announceCall(app, tx, row);
    return lockedCallOf(tx, member, id);
  });
}
