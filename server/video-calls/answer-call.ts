import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import type { Viewer } from '../visibility/index.ts';
import { assertMayContact } from './assert-may-contact.ts';
import { isApart } from './is-apart.ts';
import { announceCall } from './state/announce-call.ts';
import { lockedCallOf, type CallRow } from './state/call-row.ts';
import { finishCall } from './state/finish-call.ts';
import { dueEnd } from './state/rules.ts';

interface Answer {
  id: string;
  device: string;
  accept: boolean;
}

/**
 * PUT /api/video-calls.php: accepts or declines a call. A repeat of the same device changes nothing, and neither does an
 * answer to a call that has ended. Throws `not_found` for a call of others or one's own, `conflict` if another device has
 * accepted it, `account_held` or `age_check_required`.
 */
export const answerCall = (
  app: Pick<App, 'db' | 'events' | 'jobs'>,
  viewer: Viewer<number>,
  { id, device, accept }: Answer,
): Promise<CallRow> =>
  inTransaction(app.db, async (tx) => {
    const row = await lockedCallOf(tx, viewer.id, id);
    if (row.callee_id !== viewer.id) throw refuse('not_found');
    const due = dueEnd(row);
    if (due) return finishCall(app, tx, row, due.end, due.at);
    if (row.status === 'ended') return row;
    if (row.status !== 'ringing') {
      if (!accept || row.callee_device !== device) throw refuse('conflict');
      return row;
    }
    if (!accept) return finishCall(app, tx, row, 'declined');
    await assertMayContact(tx, viewer);
    if (await isApart(tx, viewer, row)) return finishCall(app, tx, row, 'blocked');
    await sql`
      update video_calls set status = 'connecting', accepted_at = app_now(), callee_device = ${device},
          callee_seen_at = app_now(), callee_since = app_now()
        where id = ${id}`.execute(tx);
    announceCall(app, tx, row);
    return lockedCallOf(tx, viewer.id, id);
  });
