import type { App } from '../../platform/app.ts';
import { growingCache } from '../../platform/memory/growing-cache.ts';
import type { Send } from '../outgoing-message.ts';

/** Event: all conversations between two members were deleted. Payload: `{ one, other }`. */
export const CONVERSATIONS_DELETED = 'conversations_deleted';

/** Entries. A full cache takes about 10 MB per process. */
const MAX_ENTRIES = 50_000;
/** Limits how long an entry stays wrong if the event is lost between processes, or overtakes the outcome of a send. */
const MAX_AGE_MS = 10 * 60_000;

type Recipient = Pick<Send, 'profile' | 'conversation'>;

/**
 * Caches the recipients of messages that this process has stored. The key is the one that the request used: the profile
 * (browsers) or the conversation (other clients).
 */
export interface WrittenTo {
  add(sender: number, to: Recipient): void;
  has(sender: number, to: Recipient): boolean;
}

declare module '../../platform/app.ts' {
  interface Parts {
    writtenTo: WrittenTo;
  }
}

export function createWrittenTo({ events }: Pick<App, 'events'>): WrittenTo {
  const cache = growingCache<string, true>(MAX_ENTRIES, { ttl: MAX_AGE_MS });
  // Conversation ids are not reused, so only entries by profile become stale.
  events.onPublish(CONVERSATIONS_DELETED, ({ one, other }: { one: number; other: number }) => {
    cache.delete(keyOf(one, { profile: other }));
    cache.delete(keyOf(other, { profile: one }));
  });
  return {
    add: (sender, to) => void cache.set(keyOf(sender, to), true),
    has: (sender, to) => cache.has(keyOf(sender, to)),
  };
}

const keyOf = (sender: number, { profile, conversation }: Recipient): string =>
  profile === undefined ? `${sender} in ${conversation}` : `${sender} to ${profile}`;
