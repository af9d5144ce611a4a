import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Position } from './catch-up.ts';

/** How often the newest message is noted, and how many of these notes are kept: they reach further back than any gap is noticed late. */
const NOTE_MS = 20_000;
const MOST_NOTES = 90;
/** Processes find each other again over a few seconds: what was said meanwhile is caught up by a second look. */
const SECOND_LOOK_MS = 5000;

/**
 * Calls `catchUp` when events of other processes may not have reached this one's streams (Redis was away), with a
 * position before the loss. An open stream's own position will not do: events of this process have moved it past the gap.
 */
export function onEventGap(app: Pick<App, 'db' | 'events' | 'log'>, catchUp: (since: Position) => Promise<void>): void {
  if (!app.events.onGap) return;
  const notes: { note: Position; at: number }[] = [];
  const note = async () => {
    const { rows } = await sql<{ message: number; at: number }>`
      select coalesce(pg_sequence_last_value(pg_get_serial_sequence('messages', 'id')) - 1, 0)::bigint as message,
        (extract(epoch from now()) * 1000)::bigint as at`.execute(app.db);
    // What was read is from before this instant, so a loss that begins later is behind it.
    notes.push({ note: rows[0]!, at: performance.now() });
    if (notes.length > MOST_NOTES) notes.shift();
  };
  const fail = (error: Error) => app.log.warn({ reason: error.message }, 'streams were not caught up after a gap');
  void note().catch(fail);
  setInterval(() => void note().catch(() => {}), NOTE_MS).unref();

  app.events.onGap((lostAt) => {
    const since = notes.findLast(({ at }) => at < lostAt)?.note ?? notes[0]?.note;
    if (!since) return;
    const look = () => catchUp(since).catch(fail);
    void look();
    setTimeout(() => void look(), SECOND_LOOK_MS).unref();
  });
}
