import type { VideoCall } from '#contract/video-calls/calls.ts';
import type { App } from '../platform/app.ts';
import { viewerOf } from '../visibility/index.ts';
import { presentCall } from './present-call.ts';
import { callById, openCallOf, type CallRow } from './state/call-row.ts';
import { dueEnd, secondsBetween } from './state/rules.ts';
import { settleCall } from './state/settle-call.ts';

/** How long an ended call is shown, so that open pages can read why it ended. */
const SHOWN_SECONDS = 600;

/** GET /api/video-calls.php: the call that the member is in or, by id, one that ended recently; null if there is none. */
export async function currentCall(
  app: Pick<App, 'config' | 'db' | 'events' | 'jobs' | 'parts'>,
  member: number,
  id: string | undefined,
  host: string,
): Promise<VideoCall | null> {
  const found = id === undefined ? await openCallOf(app.db, member) : await callById(app.db, id);
  if (!found || (found.caller_id !== member && found.callee_id !== member)) return null;
  const row = dueEnd(found) ? await settleCall(app, found.id) : found;
  if (!row || (id === undefined && row.status === 'ended') || isLongOver(row)) return null;
  return presentCall(app, await viewerOf(app, member, host), row);
}

const isLongOver = ({ ended_at, now }: CallRow): boolean =>
  ended_at !== null && secondsBetween(ended_at, now) > SHOWN_SECONDS;
