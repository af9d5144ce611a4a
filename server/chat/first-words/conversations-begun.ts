import type { LRUCache } from 'lru-cache';
import { growingCache } from '../../platform/memory/growing-cache.ts';

/** Entries. A full cache takes about 10 MB per process. */
const MAX_ENTRIES = 50_000;

/**
 * Caches the conversations in which this process has seen a member write. Entries never become stale: removing messages
 * does not change `messages_sent`, and conversation IDs are not reused.
 */
export interface ConversationsBegun {
  add(sender: number, conversation: number): void;
  has(sender: number, conversation: number): boolean;
}

declare module '../../platform/app.ts' {
  interface Parts {
    conversationsBegun: ConversationsBegun;
  }
}

export function createConversationsBegun(): ConversationsBegun {
  const cache: LRUCache<string, true> = growingCache(MAX_ENTRIES);
  const keyOf = (sender: number, conversation: number) => `${sender}:${conversation}`;
  return {
    add: (sender, conversation) => void cache.set(keyOf(sender, conversation), true),
    has: (sender, conversation) => cache.has(keyOf(sender, conversation)),
  };
}
