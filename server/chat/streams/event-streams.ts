import type { ServerResponse } from 'node:http';
import type { LiveEventName, LiveEvents } from '#contract/events.ts';
import { authenticate, SESSIONS_CHANGED } from '../../identity/index.ts';
import type { App } from '../../platform/app.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { beginStream, HEARTBEAT_MS, writeEvent, writeHeartbeat } from '../../platform/live/event-stream.ts';
import { missedMessages, readPosition, writePosition, type Position } from './catch-up.ts';
import { createPresenceNews, type PresenceNews } from './presence-news.ts';
import { onEventGap } from './stream-gaps.ts';

/** How often a stream checks that its session is still valid, and in how many slices, so that the checks are spread out. */
const CHECK_MS = 30_000;
const CHECK_SLICES = 30;
/** A browser opens one stream for all its tabs; this many browsers and devices a member. */
const MOST_STREAMS = 10;

interface Stream {
  member: number;
  /** The `auth` cookie that opened it. */
  cookie: string;
  response: ServerResponse;
  end(): void;
}

/** The open event streams of a process. */
export interface EventStreams {
  /**
   * GET /api/events.php: answers with the member's live events until either side ends it. After `lastEventId` it first
   * sends what was missed. `begin` hands the raw answer over, once nothing can be refused any more. Refuses `too_many_requests` beyond ten streams of a member.
   */
  open(member: number, cookie: string, lastEventId: string | undefined, begin: () => ServerResponse): Promise<void>;
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
    async open(member, cookie, lastEventId, begin) {
      if (!tended) tend(app, streams);
      tended = true;
      if ((streams.get(member)?.size ?? 0) >= MOST_STREAMS) throw refuse('too_many_requests', {}, 30);
      const stream = startStream(member, cookie, begin());
      attach(app, streams, stream, news);
      const position = readPosition(lastEventId);
      if (position) await catchUp(app, [stream], position);
    },
  };
}

/** Keeps the streams of a process alive, ends them with their sessions, and catches them up. Begins with the first stream: a worker has none. */
function tend(app: App, streams: Map<number, Set<Stream>>): void {
  // One timer for all streams: ten thousand idle streams with a timer each would cost memory.
  setInterval(() => {
    for (const [member, ofMember] of streams) {
      app.parts.presence.seen(member);
      for (const { response } of ofMember) writeHeartbeat(response);
    }
  }, HEARTBEAT_MS).unref();

  // A session that ended takes its streams along; other sessions of the member stay.
  app.events.onPublish(SESSIONS_CHANGED, ({ member_id }: { member_id: number }) => {
    for (const stream of [...(streams.get(member_id) ?? [])]) void endWithSession(app, stream);
  });

  onEventGap(app, async (since) => {
    for (const ofMember of [...streams.values()]) if (ofMember.size > 0) await catchUp(app, [...ofMember], since);
  });

  // The news of an ended session may be lost on its way from another process: each stream also asks by itself, a slice of them at a time.
  let turn = 0;
  setInterval(() => {
    turn = (turn + 1) % CHECK_SLICES;
    for (const [member, ofMember] of streams) if (member % CHECK_SLICES === turn) for (const stream of ofMember) void endWithSession(app, stream);
  }, CHECK_MS / CHECK_SLICES).unref();
}

/** Ends a stream whose session is over or cannot be checked: a browser with a valid session reconnects by itself. */
async function endWithSession(app: App, stream: Stream): Promise<void> {
  const session = await authenticate(app, stream.cookie).catch((error: unknown) => {
    app.log.warn({ err: error }, 'the session of a stream was not checked: the stream ends');
    return null;
  });
  if (!session) stream.end();
}

function startStream(member: number, cookie: string, response: ServerResponse): Stream {
  beginStream(response);
  return { member, cookie, response, end: () => void response.end() };
}

/** Lets live events through to the stream until it closes. Subscribing comes before catching up, so that nothing falls between. */
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

/** Sends one member's streams what they missed since a position. */
async function catchUp(app: App, ofMember: Stream[], position: Position): Promise<void> {
  const { member } = ofMember[0]!;
  const missed = await missedMessages(app, member, position);
  for (const stream of ofMember) {
    for (const event of missed ?? []) send(stream, 'message', event);
    // Read marks and removals have no place in the queue of messages: the lists are loaded again.
    send(stream, 'changed', { what: 'chats' });
  }
  await app.parts.badges.announce(member);
}

/** A message carries its place, from which a stream that comes back goes on. */
function send<N extends LiveEventName>({ response }: Stream, name: N, data: LiveEvents[N]): void {
  const message = name === 'message' ? (data as LiveEvents['message']).message : null;
  writeEvent(response, name, data, message ? writePosition({ message: message.id, at: Date.parse(message.created_at) }) : undefined);
}
