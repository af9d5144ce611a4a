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
import { assignConversations } from './assignment/assign-conversations.ts';
import { assertFictional } from './claims/assert-fictional.ts';
import { claimsOf } from './claims/claims-of.ts';

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
 * `message` events of the writer's conversations. Ends with the session or the role, and when the
 * writer's sites change. Throws `too_many_requests` if the writer has `MOST_STREAMS` open streams.
 */
export async function openDeskStream(
  app: App,
  { memberId: operator, sites }: Pick<MemberSession, 'memberId' | 'sites'>,
  host: string,
  cookie: string,
  begin: () => ServerResponse,
): Promise<void> {
  const open = app.parts.deskStreams;
  if ((open.get(operator) ?? 0) >= MOST_STREAMS) throw refuse('too_many_requests', {}, 30);
  open.set(operator, (open.get(operator) ?? 0) + 1);
  const response = begin();
  beginStream(response);
  const write = (name: 'desk' | 'typing' | 'message', data: object) => writeEvent(response, name, data);

  const followed = new Map<number, () => void>();
  const leave = (conversation: number) => {
    followed.get(conversation)?.();
    followed.delete(conversation);
  };
  const follow = async () => {
    const claimed = await claimsOf(app.db, operator);
    for (const conversation of followed.keys()) if (!claimed.includes(conversation)) leave(conversation);
    for (const conversation of claimed)
      if (!followed.has(conversation)) {
        followed.set(conversation, () => {});
        const stop = await listenTo(app, conversation, write);
        if (response.closed || !followed.has(conversation)) stop();
        else followed.set(conversation, stop);
      }
  };

  /** A writer who is on gets waiting conversations as long as their desk is open. */
  const takeAndFollow = async () => {
    await assignConversations(app, { operator, sites, host });
    await follow();
  };

  let timer: NodeJS.Timeout | null = null;
  const tell = () => {
    timer ??= setTimeout(() => {
      timer = null;
      write('desk', {});
      takeAndFollow().catch((error) =>
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
    for (const conversation of followed.keys()) leave(conversation);
    open.set(operator, (open.get(operator) ?? 1) - 1);
  });
  await takeAndFollow();
}

/** Passes on typing and messages of a conversation. Returns what ends that. */
async function listenTo(
  app: Pick<App, 'db' | 'events'>,
  conversation: number,
  write: (name: 'typing' | 'message', data: object) => void,
): Promise<() => void> {
  const { profile_id, member_id } = await assertFictional(app.db, conversation);
  return app.events.subscribe(profile_id, ({ name, data }) => {
    if (name === 'typing' && (data as { profile: number }).profile === member_id)
      write('typing', { conversation });
    if (
      (name === 'message' || name === 'message_changed') &&
      (data as { message: { conversation: number } }).message.conversation === conversation
    )
      write('message', { conversation });
  });
}
