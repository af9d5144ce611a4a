import type { ServerResponse } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { calls } from '#contract/calls.ts';
import { mayCall } from '#contract/lists/roles.ts';
import { DESK_CHANGED } from '../chat/index.ts';
import { authenticate, SESSIONS_CHANGED } from '../identity/index.ts';
import type { App } from '../platform/app.ts';
import type { MemberSession } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';
import { beginStream, HEARTBEAT_MS, writeEvent, writeHeartbeat } from '../platform/live/event-stream.ts';
import { assertFictional } from './claims/assert-fictional.ts';
import { claimOf } from './claims/claim-of.ts';

/** Minimum interval between list updates, so that a burst of messages causes one refetch. */
const TELL_MS = 300;
const MOST_STREAMS = 5;

declare module '../platform/app.ts' {
  interface Parts {
    deskStreams: Map<number, number>;
  }
}

/**
 * GET /api/admin/desk-events: sends `desk` when the list of waiting conversations changes, and `typing` and
 * `message` events of the writer's conversation. Ends with the session or the role, and when the
 * writer's sites change. Throws `too_many_requests` if the writer has `MOST_STREAMS` open streams.
 */
export async function openDeskStream(
  app: App,
  { memberId: operator, sites }: Pick<MemberSession, 'memberId' | 'sites'>,
  cookie: string,
  begin: () => ServerResponse,
): Promise<void> {
  const open = app.parts.deskStreams;
  if ((open.get(operator) ?? 0) >= MOST_STREAMS) throw refuse('too_many_requests', {}, 30);
  open.set(operator, (open.get(operator) ?? 0) + 1);
  const response = begin();
  beginStream(response);
  const write = (name: 'desk' | 'typing' | 'message', data: object) => writeEvent(response, name, data);

  let leaveConversation = () => {};
  let listening: number | null = null;
  const follow = async () => {
    const conversation = await claimOf(app.db, operator);
    if (conversation === listening) return;
    leaveConversation();
    leaveConversation = () => {};
    listening = conversation;
    if (conversation === null) return;
    const { profile_id, member_id } = await assertFictional(app.db, conversation);
    leaveConversation = app.events.subscribe(profile_id, ({ name, data }) => {
      if (name === 'typing' && (data as { profile: number }).profile === member_id)
        write('typing', { conversation });
      if (
        (name === 'message' || name === 'message_changed') &&
        (data as { message: { conversation: number } }).message.conversation === conversation
      )
        write('message', { conversation });
    });
  };

  let timer: NodeJS.Timeout | null = null;
  const tell = () => {
    timer ??= setTimeout(() => {
      timer = null;
      write('desk', {});
      follow().catch((error) =>
        app.log.warn({ err: error }, 'desk stream could not follow its conversation'),
      );
    }, TELL_MS);
  };
  const stopHearing = app.events.onPublish(DESK_CHANGED, tell);
  const endUnlessAllowed = () =>
    void authenticate(app, cookie, null).then(
      (session) => {
        const isStill = session && mayCall(session.roles, calls.deskEvents);
        if (!isStill || !isDeepStrictEqual(session.sites, sites)) response.end();
      },
      () => response.end(),
    );
  const stopWatching = app.events.onPublish(SESSIONS_CHANGED, ({ member_id }: { member_id: number }) => {
    if (member_id === operator) endUnlessAllowed();
  });
  // Sessions also expire, and a notification from another process may be lost.
  const beat = setInterval(() => {
    writeHeartbeat(response);
    endUnlessAllowed();
  }, HEARTBEAT_MS);
  response.once('close', () => {
    clearInterval(beat);
    if (timer) clearTimeout(timer);
    stopHearing();
    stopWatching();
    leaveConversation();
    open.set(operator, (open.get(operator) ?? 1) - 1);
  });
  await follow();
}
