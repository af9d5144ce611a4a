import { EventEmitter } from 'node:events';
import type { LiveEventName, LiveEvents } from '#contract/events.ts';

/** A live event on its way to one member's open streams. */
export interface LiveEvent<N extends LiveEventName = LiveEventName> {
  name: N;
  data: LiveEvents[N];
  /** Resume position for `Last-Event-ID`: the id of the newest message the event speaks of. */
  id?: number;
}

/**
 * Carries live events to members' streams. Delivery is best effort: whatever
 * must not be lost is in the database first, and a reader that comes back
 * catches up from there. Emit after the commit, never inside a transaction.
 */
export interface EventBus {
  emit<N extends LiveEventName>(memberId: number, name: N, data: LiveEvents[N], id?: number): void;
  /** Returns the function that ends the subscription. */
  subscribe(memberId: number, listener: (event: LiveEvent) => void): () => void;
  /** Whether the member has an open stream on this site. */
  isConnected(memberId: number): boolean;
  /** Word between processes that is not for members (a session ended, settings changed). */
  publish(topic: string, payload: unknown): void;
  onPublish(topic: string, listener: (payload: never) => void): () => void;
  /**
   * Tells when events of other processes can have been lost and are heard again: `lostAt` is when the loss began, in the
   * milliseconds of `performance.now()`. A process with open streams catches them up from before that moment. Absent where there is one process.
   */
  onGap?(listener: (lostAt: number) => void): void;
  close(): Promise<void>;
}

/** The bus of a single process. */
export function createLocalEventBus(): EventBus {
  const members = new EventEmitter().setMaxListeners(0);
  const topics = new EventEmitter().setMaxListeners(0);
  return {
    emit: (memberId, name, data, id) => void members.emit(String(memberId), { name, data, ...(id !== undefined && { id }) }),
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
