import type { ServerResponse } from 'node:http';
import type { LiveEventName, LiveEvents } from '#contract/chat/events.ts';
import { itemAt } from '#contract/must.ts';
import type { App } from '../../platform/app.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { beginStream, writeEvent } from '../../platform/live/event-stream.ts';
import { missedMessages, readPosition, writePosition, type Position } from './catch-up.ts';
import { createOpenStreams, type OpenStreams, type Stream } from './open-streams.ts';
import { createPresenceNews, type PresenceNews } from './presence-news.ts';
import { onEventGap } from './stream-gaps.ts';
import { SLICES, tendStreams } from './tend-streams.ts';

const MOST_STREAMS = 10;

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
  const streams = createOpenStreams(SLICES);
  const news = createPresenceNews(app);
  let tended = false;

  /** Called with the first stream, because worker processes have none. */
  const tend = () => {
    if (tended) return;
    tended = true;
    tendStreams(app, streams);
    onEventGap(app, async (since) => {
      for (const slice of streams.slices)
        for (const ofMember of [...slice.values()])
          if (ofMember.size > 0) await catchUp(app, [...ofMember], since);
    });
  };

  return {
    async open(member, cookie, { lastEventId, since }, begin) {
      tend();
      if (streams.of(member).size >= MOST_STREAMS) throw refuse('too_many_requests', {}, 30);
      const stream: Stream = { member, cookie, response: begin() };
      beginStream(stream.response);
      attach(app, streams, stream, news);
      const position = readPosition(lastEventId);
      if (position) await catchUp(app, [stream], position);
      else if (since !== undefined) await sendSinceRender(app, stream, since);
    },
  };
}

/**
 * Forwards live events to the stream until it closes. It subscribes before it catches up, so that no event is
 * missed in between.
 */
function attach(app: App, streams: OpenStreams, stream: Stream, news: PresenceNews): void {
  const { member, response } = stream;
  streams.add(stream);
  const unsubscribe = app.events.subscribe(member, ({ name, data }) => send(stream, name, data));
  app.parts.presence.seen(member);
  if (streams.of(member).size === 1) news.came(member);

  response.once('close', () => {
    unsubscribe();
    streams.delete(stream);
    if (streams.of(member).size === 0) news.left(member);
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
