import { sql } from 'kysely';
import { LONGEST_CALL_MINUTES } from '#contract/video-calls/limits.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import { announceCall } from './state/announce-call.ts';
import { lockedCallOf, type CallRow } from './state/call-row.ts';
import { finishCall } from './state/finish-call.ts';
import { dueEnd, secondsBetween } from './state/rules.ts';

/**
 * POST /api/video-call-extension.php: extends an active call by its length. `endsAt` is the end that the member saw: a
 * repeat finds a later one and changes nothing. Throws `not_found` unless the member pays for the call, and `conflict`
 * for one that has not started, an end that it never had or one beyond the longest call.
 */
export const extendCall = (
  app: Pick<App, 'db' | 'events' | 'jobs'>,
  member: number,
  { id, ends_at: endsAt }: { id: string; ends_at: string },
): Promise<CallRow> =>
  inTransaction(app.db, async (tx) => {
    const row = await lockedCallOf(tx, member, id);
    if (row.caller_id !== member) throw refuse('not_found');
    const due = dueEnd(row);
    if (due) return finishCall(app, tx, row, due.end, due.at);
    if (row.status === 'ended') return row;
    if (!row.started_at || !row.ends_at) throw refuse('conflict');
    const seen = new Date(endsAt);
    if (seen < row.ends_at) return row;
    const lasts = secondsBetween(row.started_at, row.ends_at) / 60 + row.minutes;
    if (seen > row.ends_at || lasts > LONGEST_CALL_MINUTES) throw refuse('conflict');
    await sql`update video_calls set ends_at = ends_at + minutes * interval '1 minute' where id = ${id}`.execute(
      tx,
    );
    announceCall(app, tx, row);
    return lockedCallOf(tx, member, id);
  });
