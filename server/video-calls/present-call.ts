import { sql } from 'kysely';
import type { VideoCall } from '#contract/video-calls/calls.ts';
import { spendingRefusal } from '../credits/index.ts';
import type { App } from '../platform/app.ts';
import { one, type Db } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import { profileCard } from '../profiles/index.ts';
import type { Viewer } from '../visibility/index.ts';
import { otherOf, otherSide, sideOf, type CallRow } from './state/call-row.ts';
import { endOfMinute, paidMinuteAt } from './state/rules.ts';
import { turnServers } from './turn-servers.ts';

/** A call as one of its two members sees it. Throws `not_found` if the other was deleted in the meantime. */
export async function presentCall(
  app: Pick<App, 'config' | 'db' | 'parts'>,
  viewer: Viewer<number>,
  row: CallRow,
): Promise<VideoCall> {
  const side = sideOf(row, viewer.id);
  const other = otherSide(side);
  const [profile, { credits, returned }, paidUntil] = await Promise.all([
    profileCard(app, viewer, otherOf(row, viewer.id)),
    creditsOf(app.db, row.id),
    paidUntilOf(app.db, row),
  ]);
  if (!profile) throw refuse('not_found');
  const isUnderWay = row.status === 'connecting' || row.status === 'active';
  const { turn } = app.config;
  return {
    id: row.id,
    kind: row.kind,
    outgoing: side === 'caller',
    profile,
    conversation: row.conversation_id,
    status: row.status,
    ended: row.ended,
    device: row[`${side}_device`],
    credits_per_minute: row.credits_per_minute,
    free_seconds: row.free_seconds,
    credits,
    credits_returned: returned,
    minutes: row.minutes,
    rings_until: row.rings_until.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    ends_at: row.ends_at?.toISOString() ?? null,
    paid_until: paidUntil?.toISOString() ?? null,
    now: row.now.toISOString(),
    clear: row[`${side}_clear`],
    other_clear: isUnderWay && row[`${other}_clear`],
    generation: row.generation,
    sdp: isUnderWay ? row[`${other}_sdp`] : null,
    ice_servers:
      turn && (isUnderWay || (row.status === 'ringing' && side === 'caller')) ? turnServers(turn, row) : [],
  };
}

const creditsOf = async (db: Db, id: string): Promise<{ credits: number; returned: number }> =>
  one(
    sql<{ credits: number; returned: number }>`
    select coalesce(sum(credits) filter (where state <> 'released'), 0)::int as credits,
      coalesce(sum(credits) filter (where state = 'released'), 0)::int as returned
    from video_call_minutes where call_id = ${id}`.execute(db),
  );

/** The end of the last minute that the inviter can pay, if that is the present one. */
async function paidUntilOf(db: Db, row: CallRow): Promise<Date | null> {
  const { started_at, free_seconds, credits_per_minute, caller_id } = row;
  if (row.status !== 'active' || !started_at || credits_per_minute === 0) return null;
  if ((await spendingRefusal(db, caller_id, credits_per_minute)) === null) return null;
  return endOfMinute({ started_at, free_seconds }, paidMinuteAt(row, row.now));
}
