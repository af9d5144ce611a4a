import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { one } from '../../platform/database/index.ts';
import type { Position } from './catch-up.ts';

/**
 * Interval at which the newest message id is recorded, and the number of records. Together they cover a
 * longer time than a gap can stay undetected.
 */
const NOTE_MS = 20_000;
const MOST_NOTES = 90;
/**
 * Processes reconnect over a few seconds, so a second pass after this time finds messages sent in between.
 */
const SECOND_LOOK_MS = 5000;

/**
 * Calls `catchUp` if events of other processes may have been lost (Redis was unavailable), with a position
 * from before the gap. A stream's own position does not help, because events of this process have moved it
 * past the gap.
 */
export function onEventGap(
  app: Pick<App, 'db' | 'events' | 'log'>,
  catchUp: (since: Position) => Promise<void>,
): void {
  if (!app.events.onGap) return;
  const notes: { note: Position; at: number }[] = [];
  const note = async () => {
    const row = await one(
      sql<{ message: number; at: number }>`
      select coalesce(pg_sequence_last_value(pg_get_serial_sequence('messages', 'id')) - 1, 0)::bigint as message,
        (extract(epoch from now()) * 1000)::bigint as at`.execute(app.db),
    );
    // The query ran before this instant, so a gap that starts later comes after the recorded message.
    notes.push({ note: row, at: performance.now() });
    if (notes.length > MOST_NOTES) notes.shift();
  };
  const fail = (error: Error) =>
    app.log.warn({ reason: error.message }, 'could not catch up streams after a gap');
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
