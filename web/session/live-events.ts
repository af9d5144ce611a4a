import { useEffect, useEffectEvent } from 'react';
import type { LiveEventName, LiveEvents } from '#contract/events.ts';

type Handler<K extends LiveEventName> = (data: LiveEvents[K]) => void;
type Envelope = { [K in LiveEventName]: { name: K; data: LiveEvents[K] } }[LiveEventName];

const names: LiveEventName[] = ['message', 'read', 'typing', 'like', 'match', 'unlike', 'presence', 'credits', 'totals', 'changed'];
const handlers = new Map<LiveEventName, Set<Handler<never>>>();

/** Hears one kind of live event for as long as the component is shown. The handler may close over fresh state. */
export function useLiveEvent<K extends LiveEventName>(name: K, handler: Handler<K>) {
  const latest = useEffectEvent(handler);
  useEffect(() => onLiveEvent(name, (data) => latest(data)), [name]);
}

/** Hears one kind of live event; answers how to stop. */
export function onLiveEvent<K extends LiveEventName>(name: K, handler: Handler<K>): () => void {
  const set = handlers.get(name) ?? new Set();
  handlers.set(name, set);
  set.add(handler as Handler<never>);
  return () => void set.delete(handler as Handler<never>);
}

function dispatch({ name, data }: Envelope) {
  for (const handler of handlers.get(name) ?? []) handler(data as never);
}

/**
 * One event stream per browser, whatever the number of tabs (HTTP/1.1 allows six connections a host): the tab that
 * holds the lock reads the stream and passes events on. `onGap` runs in a tab that takes over, since it may have
 * missed something. Answers how to stop.
 */
export function openLiveEvents(member: number, onGap: () => void): () => void {
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(`live-${member}`) : null;
  if (channel) channel.onmessage = (event: MessageEvent<Envelope>) => dispatch(event.data);
  const stop = new AbortController();

  const read = () =>
    new Promise<void>((resolve) => {
      const source = new EventSource('/api/events.php');
      for (const name of names) {
        source.addEventListener(name, (event) => {
          const envelope = { name, data: JSON.parse((event as MessageEvent<string>).data) } as Envelope;
          dispatch(envelope);
          channel?.postMessage(envelope);
        });
      }
      // A refusal (not a lost connection) closes the stream for good: try again later by a new one.
      let retry: ReturnType<typeof setTimeout> | undefined;
      source.onerror = () => {
        if (source.readyState !== EventSource.CLOSED || stop.signal.aborted) return;
        retry = setTimeout(() => void read().then(resolve), 15_000);
      };
      stop.signal.addEventListener('abort', () => {
        clearTimeout(retry);
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
        if (waited) onGap();
        return read();
      })
      .catch(() => {});
  } else void read();

  return () => {
    stop.abort();
    channel?.close();
  };
}
