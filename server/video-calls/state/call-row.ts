import { sql } from 'kysely';
import type { VideoCallEnd, VideoCallKind, VideoCallState } from '#contract/video-calls/lists.ts';
import { oneOrNone, type Db, type Tx } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';

export interface CallRow {
  id: string;
  caller_id: number;
  callee_id: number;
  conversation_id: number;
  kind: VideoCallKind;
  status: VideoCallState;
  ended: VideoCallEnd | null;
  credits_per_minute: number;
  free_seconds: number;
  minutes: number;
  created_at: Date;
  rings_until: Date;
  accepted_at: Date | null;
  started_at: Date | null;
  ends_at: Date | null;
  ended_at: Date | null;
  generation: number;
  caller_device: string;
  callee_device: string | null;
  caller_seen_at: Date;
  callee_seen_at: Date | null;
  caller_since: Date;
  callee_since: Date | null;
  caller_connected: boolean;
  callee_connected: boolean;
  caller_clear: boolean;
  callee_clear: boolean;
  caller_sdp: string | null;
  callee_sdp: string | null;
  /** The database's clock at the beginning of the transaction. */
  now: Date;
}

export type Side = 'caller' | 'callee';

export const sideOf = (row: Pick<CallRow, 'caller_id'>, member: number): Side =>
  row.caller_id === member ? 'caller' : 'callee';

export const otherSide = (side: Side): Side => (side === 'caller' ? 'callee' : 'caller');

export const otherOf = (row: Pick<CallRow, 'caller_id' | 'callee_id'>, member: number): number =>
  row.caller_id === member ? row.callee_id : row.caller_id;

const columns = sql`
  v.id, v.caller_id, v.callee_id, v.conversation_id, v.kind, v.status, v.ended, v.credits_per_minute, v.free_seconds, v.minutes,
  v.created_at, v.rings_until, v.accepted_at, v.started_at, v.ends_at, v.ended_at, v.generation, v.caller_device, v.callee_device,
  v.caller_seen_at, v.callee_seen_at, v.caller_since, v.callee_since, v.caller_connected, v.callee_connected,
  v.caller_clear, v.callee_clear, v.caller_sdp, v.callee_sdp, app_now() as now`;

export const callById = (db: Db, id: string): Promise<CallRow | null> =>
  oneOrNone(sql<CallRow>`select ${columns} from video_calls v where v.id = ${id}`.execute(db));

/** The call that rings for a member or that they are in. */
export const openCallOf = async (db: Db, member: number): Promise<CallRow | null> => {
  const { rows } = await sql<CallRow>`
    select ${columns} from video_calls v where v.caller_id = ${member} and v.status <> 'ended'
    union all
    select ${columns} from video_calls v where v.callee_id = ${member} and v.status <> 'ended'
    limit 1`.execute(db);
  return rows[0] ?? null;
};

/**
 * A member's call, locked. The inviter's row is locked before it, in the order of everything else that charges: a
 * heartbeat may book credits. Throws `not_found` if the member has no such call.
 */
export async function lockedCallOf(tx: Tx, member: number, id: string): Promise<CallRow> {
  const row = await lockedCall(tx, id);
  if (!row || (row.caller_id !== member && row.callee_id !== member)) throw refuse('not_found');
  return row;
}

export async function lockedCall(tx: Tx, id: string): Promise<CallRow | null> {
  await sql`select from members where id = (select caller_id from video_calls where id = ${id}) for no key update`.execute(
    tx,
  );
  return oneOrNone(
    sql<CallRow>`select ${columns} from video_calls v where v.id = ${id} for no key update of v`.execute(tx),
  );
}
