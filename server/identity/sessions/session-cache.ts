import type { LRUCache } from 'lru-cache';
import type { App } from '../../platform/app.ts';
import type { MemberSession } from '../../platform/http/context.ts';
import { growingCache } from '../../platform/memory/growing-cache.ts';

declare module '../../platform/app.ts' {
  interface Parts {
    sessions: SessionCache;
  }
}

/** Event to all processes when a member's sessions end, or when their status, roles or language change. */
export const SESSIONS_CHANGED = 'sessions_changed';

const CACHE_SIZE = 50_000;

export interface AccountSession extends MemberSession {
  renewDue: boolean;
}

interface Cached {
  session: AccountSession;
  until: number;
}

/**
 * Cached sessions by member id and secret. The key is the secret itself because hashing it would cost more
 * than the rest of the lookup; the database stores hashes only.
 */
export type SessionCache = LRUCache<number, Map<string, Cached>>;

export function createSessionCache(events: App['events']): SessionCache {
  const cache: SessionCache = growingCache(CACHE_SIZE);
  events.onPublish(SESSIONS_CHANGED, ({ member_id }: { member_id: number }) => void cache.delete(member_id));
  return cache;
}
