import { useEffect, useEffectEvent } from 'react';
import type { LiveEventName, LiveEvents } from '#contract/chat/events.ts';

type Handler<K extends LiveEventName> = (data: LiveEvents[K]) => void;
interface EnvelopeOf<K extends LiveEventName> {
  name: K;
  data: LiveEvents[K];
}
type Envelope = { [K in LiveEventName]: EnvelopeOf<K> }[LiveEventName];

const handlers: { [K in LiveEventName]: Set<Handler<K>> } = {
  message: new Set(),
  message_changed: new Set(),
  read: new Set(),
  typing: new Set(),
  like: new Set(),
  match: new Set(),
  unlike: new Set(),
  presence: new Set(),
  credits: new Set(),
  video_call: new Set(),
  totals: new Set(),
  changed: new Set(),
};
const isEventName = (name: string): name is LiveEventName => name in handlers;
const names = Object.keys(handlers).filter(isEventName);

/**
 * Subscribes to one kind of live event while the component is mounted. The handler always sees the latest
 * props and state.
 */
export function useLiveEvent<K extends LiveEventName>(name: K, handler: Handler<K>) {
  const latest = useEffectEvent(handler);
  useEffect(() => {
    return onLiveEvent(name, (data) => latest(data));
  }, [name]);
}

/** Subscribes to one kind of live event; returns the unsubscribe function. */
export function onLiveEvent<K extends LiveEventName>(name: K, handler: Handler<K>): () => void {
  handlers[name].add(handler);
  return () => void handlers[name].delete(handler);
}

function dispatch<K extends LiveEventName>({ name, data }: EnvelopeOf<K>) {
  for (const handler of handlers[name]) handler(data);
}

const POLL_MS = 10_000;

/**
 * Opens one event stream per browser, whatever the number of tabs (HTTP/1.1 allows six connections per host):
 * the tab that holds the lock reads the stream and broadcasts events to the others. When events may have been
 * lost (another tab held the lock, the stream was refused or dropped), all tabs receive a `changed` event for
 * chats, user and likes. A new stream first brings the messages after `since`, the newest one of the rendered page.
 * Returns the function that closes the stream.
 */
export function openLiveEvents(member: number, since = 0): () => void {
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(`live-${member}`) : null;
  if (channel) channel.onmessage = (event: MessageEvent<Envelope>) => dispatch(event.data);
  const stop = new AbortController();
  const tell = (envelope: Envelope) => {
    dispatch(envelope);
    channel?.postMessage(envelope);
  };
  const askForNews = () => {
    for (const what of ['chats', 'user', 'likes'] as const) tell({ name: 'changed', data: { what } });
  };

  const read = (again = false) =>
    new Promise<void>((resolve) => {
      const source = new EventSource(`/api/events.php${since ? `?since=${since}` : ''}`);
      let back = again;
      let placed = false;
      for (const name of names) {
        source.addEventListener(name, (event) => {
          const { data, lastEventId } = event as MessageEvent<string>;
          placed ||= lastEventId !== '';
          tell({ name, data: JSON.parse(data) } as Envelope);
        });
      }
      // On reconnect the browser sends the id of the last message, and the server resumes from there. Without
      // an id (a new stream, or no message yet), events may have been lost, so refetch.
      source.addEventListener('open', () => {
        if (back && !placed) askForNews();
        back = true;
      });
      const poll = setInterval(
        () => source.readyState !== EventSource.OPEN && navigator.onLine && askForNews(),
        POLL_MS,
      );
      // If the server refuses the stream, the EventSource closes permanently, unlike after a dropped
      // connection. Open a new one later.
      let retry: ReturnType<typeof setTimeout> | undefined;
      source.onerror = () => {
        if (source.readyState !== EventSource.CLOSED || stop.signal.aborted) return;
        retry = setTimeout(() => {
          clearInterval(poll);
          void read(true).then(resolve);
        }, 15_000);
      };
      stop.signal.addEventListener('abort', () => {
        clearTimeout(retry);
        clearInterval(poll);
        source.close();
        resolve();
      });
    });

  if (navigator.locks) {
    let waited = false;
    const patience = setTimeout(() => {
      waited = true;
      // Another tab holds the stream. It may have passed on a message before this page was listening.
      dispatch({ name: 'changed', data: { what: 'chats' } });
    }, 1000);
    navigator.locks
      .request(`live-${member}`, { signal: stop.signal }, () => {
        clearTimeout(patience);
        if (stop.signal.aborted) return;
        return read(waited);
      })
      .catch(() => {});
  } else void read();

  return () => {
    stop.abort();
    channel?.close();
  };
}
