import { HEARTBEAT_SECONDS } from '#contract/video-calls/limits.ts';
import type { VideoCallEnd } from '#contract/video-calls/lists.ts';
import type { CallRow, Side } from './call-row.ts';

/** Both sides must have connected this long after the answer. */
const CONNECT_SECONDS = 30;
/** A minute is charged only if both sides were heard within this time. A longer gap begins a new series of heartbeats. */
export const ALIVE_SECONDS = 3 * HEARTBEAT_SECONDS;
/** A side that is silent for longer, while the other is heard, has lost the connection. */
const LOST_SECONDS = 4 * HEARTBEAT_SECONDS;
/** A call in which nobody is heard for longer has ended, for example because both tabs were closed. */
const STALE_SECONDS = 60;

export const secondsBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 1000;

const later = (date: Date, seconds: number): Date => new Date(date.getTime() + seconds * 1000);

const latest = (...dates: (Date | null)[]): Date =>
  new Date(Math.max(...dates.map((date) => date?.getTime() ?? 0)));

interface DueEnd {
  end: VideoCallEnd;
  at: Date;
}

/** The end of a call that its time limits have brought about by `row.now`, or null. */
export function dueEnd(row: CallRow): DueEnd | null {
  const { now } = row;
  if (row.status === 'ringing') return now >= row.rings_until ? { end: 'missed', at: row.rings_until } : null;
  if (row.status === 'connecting' && row.accepted_at) {
    const until = later(row.accepted_at, CONNECT_SECONDS);
    return now >= until ? { end: 'failed', at: until } : null;
  }
  if (row.status !== 'active') return null;
  const heard = latest(row.caller_seen_at, row.callee_seen_at);
  const isStale = secondsBetween(heard, now) > STALE_SECONDS;
  if (row.ends_at && row.ends_at <= now && !(isStale && heard < row.ends_at))
    return { end: 'time_up', at: row.ends_at };
  return isStale ? { end: 'failed', at: heard } : null;
}

/**
 * Whether the other side has been silent for too long while this one was heard. Both sides come back at different times
 * after a restart of the server, so the other's silence counts only from the beginning of this side's series.
 */
export function hasLostOther(row: CallRow, side: Side): boolean {
  const [since, seen] =
    side === 'caller' ? [row.caller_since, row.callee_seen_at] : [row.callee_since, row.caller_seen_at];
  return secondsBetween(latest(since, seen), row.now) > LOST_SECONDS;
}

export const areBothAlive = (row: CallRow): boolean =>
  [row.caller_seen_at, row.callee_seen_at].every(
    (seen) => seen !== null && secondsBetween(seen, row.now) <= ALIVE_SECONDS,
  );

/** The paid minute that a moment of the call lies in, from 1, or 0 during the free seconds. */
export function paidMinuteAt(row: Pick<CallRow, 'started_at' | 'free_seconds'>, at: Date): number {
  if (!row.started_at) return 0;
  const paid = secondsBetween(row.started_at, at) - row.free_seconds;
  return paid < 0 ? 0 : Math.floor(paid / 60) + 1;
}

export const endOfMinute = (row: { started_at: Date; free_seconds: number }, minute: number): Date =>
  later(row.started_at, row.free_seconds + minute * 60);
