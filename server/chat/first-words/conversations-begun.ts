import type { LRUCache } from 'lru-cache';
import { growingCache } from '../../platform/memory/growing-cache.ts';

/** About 10 MB per process. */
const MOST_KEPT = 50_000;

/**
 * Conversations in which a member has written, as this process has seen. That stays true: removing messages leaves
 * `messages_sent` as it is, and a deleted conversation's id is not used again.
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
  const known: LRUCache<string, true> = growingCache(MOST_KEPT);
  const keyOf = (sender: number, conversation: number) => `${sender}:${conversation}`;
  return {
    add: (sender, conversation) => void known.set(keyOf(sender, conversation), true),
    has: (sender, conversation) => known.has(keyOf(sender, conversation)),
  };
}
