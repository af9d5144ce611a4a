import { EventEmitter } from 'node:events';
import type { LiveEventName, LiveEvents } from '#contract/chat/events.ts';

export interface LiveEvent<N extends LiveEventName = LiveEventName> {
  name: N;
  data: LiveEvents[N];
  /** Resume position for `Last-Event-ID`: the id of the newest message in the event. */
  id?: number;
}

/**
 * Delivers live events to members' streams. Delivery is best effort: data that must not be lost is in the
 * database first, and a reader that reconnects catches up from there. Emit after the commit, never inside a
 * transaction.
 */
export interface EventBus {
  emit<N extends LiveEventName>(memberId: number, name: N, data: LiveEvents[N], id?: number): void;
  subscribe(memberId: number, listener: (event: LiveEvent) => void): () => void;
  isConnected(memberId: number): boolean;
  /** A message between processes that is not for members (a session ended, settings changed). */
  publish(topic: string, payload: unknown): void;
  onPublish(topic: string, listener: (payload: never) => void): () => void;
  /**
   * Called when events from other processes may have been lost and arrive again. `lostAt` is the start of the
   * gap on the `performance.now()` clock. A process with open streams then catches up from before that
   * moment. Absent with a single process.
   */
  onGap?(listener: (lostAt: number) => void): void;
  close(): Promise<void>;
}

export function createLocalEventBus(): EventBus {
  const members = new EventEmitter().setMaxListeners(0);
  const topics = new EventEmitter().setMaxListeners(0);
  return {
    emit: (memberId, name, data, id) =>
      void members.emit(String(memberId), { name, data, ...(id !== undefined && { id }) }),
    subscribe(memberId, listener) {
      members.on(String(memberId), listener);
      return () => void members.off(String(memberId), listener);
    },
    isConnected: (memberId) => members.listenerCount(String(memberId)) > 0,
    publish: (topic, payload) => void topics.emit(topic, payload),
    onPublish(topic, listener) {
      const hear = listener as (payload: unknown) => void;
      topics.on(topic, hear);
      return () => void topics.off(topic, hear);
    },
    async close() {
      members.removeAllListeners();
      topics.removeAllListeners();
    },
  };
}
