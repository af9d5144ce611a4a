import type { ServerResponse } from 'node:http';
import type { LiveEventName, LiveEvents } from '#contract/chat/events.ts';
import { itemAt } from '#contract/must.ts';
import { authenticate, SESSIONS_CHANGED } from '../../identity/index.ts';
import type { App } from '../../platform/app.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { beginStream, HEARTBEAT_MS, writeEvent, writeHeartbeat } from '../../platform/live/event-stream.ts';
import { missedMessages, readPosition, writePosition, type Position } from './catch-up.ts';
import { createPresenceNews, type PresenceNews } from './presence-news.ts';
import { onEventGap } from './stream-gaps.ts';

/** The session of each stream is checked once in this time. The checks are spread over slices. */
const CHECK_MS = 30_000;
const CHECK_SLICES = 30;
const MOST_STREAMS = 10;

interface Stream {
  member: number;
  cookie: string;
  response: ServerResponse;
  end(): void;
}

export interface EventStreams {
  /**
   * GET /api/events.php: streams the member's live events until either side closes. It first sends the messages
   * missed after `lastEventId`, or after `since`, the newest message of the page when it was rendered. It calls
   * `begin` to take over the raw response only after every check that can throw. Throws `too_many_requests` if the
   * member has `MOST_STREAMS` open streams.
   */
  open(
    member: number,
    cookie: string,
    after: { lastEventId: string | undefined; since: number | undefined },
    begin: () => ServerResponse,
  ): Promise<void>;
}

declare module '../../platform/app.ts' {
  interface Parts {
    eventStreams: EventStreams;
  }
}

export function createEventStreams(app: App): EventStreams {
  const streams = new Map<number, Set<Stream>>();
  const news = createPresenceNews(app);
  let tended = false;

  return {
    async open(member, cookie, { lastEventId, since }, begin) {
      if (!tended) tend(app, streams);
      tended = true;
      if ((streams.get(member)?.size ?? 0) >= MOST_STREAMS) throw refuse('too_many_requests', {}, 30);
      const stream = startStream(member, cookie, begin());
      attach(app, streams, stream, news);
      const position = readPosition(lastEventId);
      if (position) await catchUp(app, [stream], position);
      else if (since !== undefined) await sendSinceRender(app, stream, since);
    },
  };
}

/**
 * Sends heartbeats, closes streams with their sessions, and catches up after gaps. It starts with the first
 * stream, because worker processes have none.
 */
function tend(app: App, streams: Map<number, Set<Stream>>): void {
  // One timer for all streams, because a timer for each of ten thousand idle streams would cost memory.
  setInterval(() => {
    for (const [member, ofMember] of streams) {
      app.parts.presence.seen(member);
      for (const { response } of ofMember) writeHeartbeat(response);
    }
  }, HEARTBEAT_MS).unref();

  // Closes the streams of a session that ended, but not those of the member's other sessions.
  app.events.onPublish(SESSIONS_CHANGED, ({ member_id }: { member_id: number }) => {
    for (const stream of [...(streams.get(member_id) ?? [])]) void endWithSession(app, stream);
  });

  onEventGap(app, async (since) => {
    for (const ofMember of [...streams.values()])
      if (ofMember.size > 0) await catchUp(app, [...ofMember], since);
  });

  // The event of an ended session may be lost between processes, so every session is also checked in turn,
  // one slice at a time.
  let turn = 0;
  setInterval(() => {
    turn = (turn + 1) % CHECK_SLICES;
    for (const [member, ofMember] of streams)
      if (member % CHECK_SLICES === turn) for (const stream of ofMember) void endWithSession(app, stream);
  }, CHECK_MS / CHECK_SLICES).unref();
}

/**
 * Closes a stream whose session has ended or cannot be checked. A browser with a valid session reconnects
 * automatically.
 */
async function endWithSession(app: App, stream: Stream): Promise<void> {
  const session = await authenticate(app, stream.cookie, null).catch((error: unknown) => {
    app.log.warn({ err: error }, 'could not check the session of a stream: closing the stream');
    return null;
  });
  if (!session) stream.end();
}

function startStream(member: number, cookie: string, response: ServerResponse): Stream {
  beginStream(response);
  return { member, cookie, response, end: () => void response.end() };
}

/**
 * Forwards live events to the stream until it closes. It subscribes before it catches up, so that no event is
 * missed in between.
 */
function attach(app: App, streams: Map<number, Set<Stream>>, stream: Stream, news: PresenceNews): void {
  const { member, response } = stream;
  const ofMember = streams.get(member) ?? new Set();
  streams.set(member, ofMember.add(stream));
  const unsubscribe = app.events.subscribe(member, ({ name, data }) => send(stream, name, data));
  app.parts.presence.seen(member);
  if (ofMember.size === 1) news.came(member);

  response.once('close', () => {
    unsubscribe();
    ofMember.delete(stream);
    if (ofMember.size > 0) return;
    streams.delete(member);
    news.left(member);
  });
}

/** Most pages have missed nothing and need not reload their lists. */
async function sendSinceRender(app: App, stream: Stream, message: number): Promise<void> {
  const missed = await missedMessages(app, stream.member, { message, at: null });
  if (missed?.length !== 0) await tellMissed(app, [stream], missed);
}

async function catchUp(app: App, ofMember: Stream[], position: Position): Promise<void> {
  await tellMissed(app, ofMember, await missedMessages(app, itemAt(ofMember, 0).member, position));
}

async function tellMissed(
  app: App,
  ofMember: Stream[],
  missed: Awaited<ReturnType<typeof missedMessages>>,
): Promise<void> {
  const { member } = itemAt(ofMember, 0);
  for (const stream of ofMember) {
    for (const event of missed ?? []) send(stream, 'message', event);
    // Read receipts and removals are not part of the catch-up, so the lists are reloaded.
    send(stream, 'changed', { what: 'chats' });
  }
  await app.parts.badges.announce(member);
}

function send<N extends LiveEventName>({ response }: Stream, name: N, data: LiveEvents[N]): void {
  const message = name === 'message' ? (data as LiveEvents['message']).message : null;
  writeEvent(
    response,
    name,
    data,
    message ? writePosition({ message: message.id, at: Date.parse(message.created_at) }) : undefined,
  );
}
