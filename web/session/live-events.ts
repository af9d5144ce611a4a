import { useEffect, useEffectEvent } from 'react';
import type { LiveEventName, LiveEvents } from '#contract/events.ts';

type Handler<K extends LiveEventName> = (data: LiveEvents[K]) => void;
type Envelope = { [K in LiveEventName]: { name: K; data: LiveEvents[K] } }[LiveEventName];

const names: LiveEventName[] = ['message', 'read', 'typing', 'like', 'match', 'unlike', 'presence', 'credits', 'totals', 'changed'];
const handlers = new Map<LiveEventName, Set<Handler<never>>>();

/** Hears one kind of live event for as long as the component is shown. The handler may close over fresh state. */
export function useLiveEvent<K extends LiveEventName>(name: K, handler: Handler<K>) {
  const latest = useEffectEvent(handler);
  useEffect(() => {
    return onLiveEvent(name, (data) => latest(data));
  }, [name]);
}

/** Hears one kind of live event; returns how to stop. */
export function onLiveEvent<K extends LiveEventName>(name: K, handler: Handler<K>): () => void {
  const set = handlers.get(name) ?? new Set();
  handlers.set(name, set);
  set.add(handler as Handler<never>);
  return () => void set.delete(handler as Handler<never>);
}

function dispatch({ name, data }: Envelope) {
  for (const handler of handlers.get(name) ?? []) handler(data as never);
}

/** While the stream is away, the browser asks for news this often, so that what is open goes on living. */
const POLL_MS = 10_000;

/**
 * One event stream per browser, whatever the number of tabs (HTTP/1.1 allows six connections a host): the tab that
 * holds the lock reads the stream and passes events on. Whatever may have been missed (another tab held the lock, the
 * server refused the stream, it is away) is told to all tabs as a change of the conversations and the member. Returns how to stop.
 */
export function openLiveEvents(member: number): () => void {
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
      const source = new EventSource('/api/events.php');
      let back = again;
      let placed = false;
      for (const name of names) {
        source.addEventListener(name, (event) => {
          const { data, lastEventId } = event as MessageEvent<string>;
          placed ||= lastEventId !== '';
          tell({ name, data: JSON.parse(data) } as Envelope);
        });
      }
      // A browser comes back with the id of the last message, and the server sends what came after it. Without one, as in a stream of
      // its own or before the first message, nobody knows what was missed.
      source.addEventListener('open', () => {
        if (back && !placed) askForNews();
        back = true;
      });
      const poll = setInterval(() => source.readyState !== EventSource.OPEN && navigator.onLine && askForNews(), POLL_MS);
      // A refusal (not a lost connection) closes the stream for good: try again later by a new one.
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
    const patience = setTimeout(() => (waited = true), 1000);
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
