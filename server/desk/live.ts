import type { ServerResponse } from 'node:http';
import { DESK_CHANGED } from '../chat/index.ts';
import { authenticate } from '../identity/index.ts';
import type { App } from '../platform/app.ts';
import { refuse } from '../platform/http/refusal.ts';
import { beginStream, HEARTBEAT_MS, writeEvent, writeHeartbeat } from '../platform/live/event-stream.ts';
import { assertFictional, claimOf } from './claims.ts';

/** The list is told at most this often, milliseconds: many messages at once are one change of it. */
const TELL_MS = 300;
const MOST_STREAMS = 5;

declare module '../platform/app.ts' {
  interface Parts {
    /** How many desk streams each writer has open in this process. */
    deskStreams: Map<number, number>;
  }
}

/**
 * GET /api/admin/desk-events.php: `desk` when the list of waiting conversations changed; `typing` and `message` of the
 * conversation that the writer has. Ends with the session.
 *
 * Refuses `too_many_requests` beyond five streams of a writer.
 */
export async function openDeskStream(app: App, operator: number, cookie: string, begin: () => ServerResponse): Promise<void> {
  const open = app.parts.deskStreams;
  if ((open.get(operator) ?? 0) >= MOST_STREAMS) throw refuse('too_many_requests', {}, 30);
  open.set(operator, (open.get(operator) ?? 0) + 1);
  const response = begin();
  beginStream(response);
  const write = (name: 'desk' | 'typing' | 'message', data: object) => writeEvent(response, name, data);

  let leaveConversation = () => {};
  let listening: number | null = null;
  /** Listens to the profile whose conversation the writer has now. */
  const follow = async () => {
    const conversation = await claimOf(app.db, operator);
    if (conversation === listening) return;
    leaveConversation();
    leaveConversation = () => {};
    listening = conversation;
    if (conversation === null) return;
    const { profile_id, member_id } = await assertFictional(app.db, conversation);
    leaveConversation = app.events.subscribe(profile_id, ({ name, data }) => {
      if (name === 'typing' && (data as { profile: number }).profile === member_id) write('typing', { conversation });
      if (name === 'message' && (data as { message: { conversation: number } }).message.conversation === conversation) write('message', { conversation });
    });
  };

  let timer: NodeJS.Timeout | null = null;
  const tell = () => {
    timer ??= setTimeout(() => {
      timer = null;
      write('desk', {});
      follow().catch((error) => app.log.warn({ err: error }, 'a desk does not follow its conversation'));
    }, TELL_MS);
  };
  const stopHearing = app.events.onPublish(DESK_CHANGED, tell);
  const beat = setInterval(() => {
    writeHeartbeat(response);
    authenticate(app, cookie).then(
      (session) => session ?? response.end(),
      () => response.end(),
    );
  }, HEARTBEAT_MS);
  response.once('close', () => {
    clearInterval(beat);
    if (timer) clearTimeout(timer);
    stopHearing();
    leaveConversation();
    open.set(operator, open.get(operator)! - 1);
  });
  await follow();
}
