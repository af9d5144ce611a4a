import { invalidCookies, SESSIONS_CHANGED } from '../../identity/index.ts';
import type { App } from '../../platform/app.ts';
import { HEARTBEAT_MS, writeHeartbeat } from '../../platform/live/event-stream.ts';
import type { OpenStreams, Stream, StreamsByMember } from './open-streams.ts';

/**
 * Each stream gets a heartbeat and a check of its session once every `HEARTBEAT_MS`. The slices take turns:
 * serving ten thousand streams at one moment stalls the event loop for 100 ms and more.
 */
export const SLICES = 100;
/** One failed check may be a busy moment, and closing a slice of streams then makes it busier. */
const MOST_FAILED_CHECKS = 1;

/** Sends heartbeats, keeps presence, and closes streams with their sessions. */
export function tendStreams(app: App, streams: OpenStreams): void {
  const failedChecks = streams.slices.map(() => 0);

  /** Closes the streams whose session has ended. A browser with a valid session reconnects automatically. */
  const checkSessions = async (slice: number, checked: Stream[]) => {
    try {
      await closeEnded(app, checked);
      failedChecks[slice] = 0;
    } catch (error) {
      const failed = (failedChecks[slice] ?? 0) + 1;
      failedChecks[slice] = failed;
      const closes = failed > MOST_FAILED_CHECKS;
      app.log.warn(
        { err: error, streams: checked.length, closes },
        'could not check the sessions of streams',
      );
      if (closes) for (const { response } of checked) response.end();
    }
  };

  let turn = 0;
  setInterval(() => {
    turn = (turn + 1) % streams.slices.length;
    const slice = streams.slices[turn];
    if (!slice || slice.size === 0) return;
    for (const [member, ofMember] of slice) {
      app.parts.presence.seen(member);
      for (const { response } of ofMember) writeHeartbeat(response);
    }
    // The event of an ended session may be lost between processes.
    void checkSessions(turn, all(slice));
  }, HEARTBEAT_MS / streams.slices.length).unref();

  // Closes the streams of a session that ended, but not those of the member's other sessions.
  app.events.onPublish(SESSIONS_CHANGED, ({ member_id }: { member_id: number }) => {
    const ofMember = [...streams.of(member_id)];
    closeEnded(app, ofMember).catch((error: unknown) => {
      app.log.warn({ err: error }, 'could not check the sessions of a member: closing their streams');
      for (const { response } of ofMember) response.end();
    });
  });
}

const all = (slice: StreamsByMember): Stream[] => [...slice.values()].flatMap((ofMember) => [...ofMember]);

async function closeEnded(app: Pick<App, 'db'>, checked: readonly Stream[]): Promise<void> {
  if (checked.length === 0) return;
  const ended = await invalidCookies(
    app.db,
    checked.map(({ cookie }) => cookie),
  );
  if (ended.size > 0) for (const { cookie, response } of checked) if (ended.has(cookie)) response.end();
}
