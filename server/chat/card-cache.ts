import type { ProfileCard } from '#contract/profiles.ts';
import type { Db } from '../platform/database/index.ts';
import { createGatherer } from '../platform/gather.ts';
import { profileCards } from '../profiles/index.ts';

/** How old a card in a live event may be, milliseconds. The member's screens reload it themselves. */
const FRESH_MS = 10_000;
const MOST = 10_000;

const caches = new WeakMap<Db, Map<number, { card: ProfileCard; until: number }>>();

/**
 * Cards for live events, which go out with every message: two people who write to each other cost one read of the
 * profiles in ten seconds, not one a message.
 */
export async function cardsForEvents(db: Db, ids: readonly number[]): Promise<Map<number, ProfileCard>> {
  const cache = cacheOf(db);
  const now = performance.now();
  const found = new Map<number, ProfileCard>();
  const missing: number[] = [];
  for (const id of new Set(ids)) {
    const known = cache.get(id);
    if (known && known.until > now) found.set(id, known.card);
    else missing.push(id);
  }
  if (missing.length > 0) {
    if (cache.size + missing.length > MOST) cache.clear();
    for (const card of await Promise.all(missing.map(gathererOf(db)))) {
      if (!card) continue;
      found.set(card.id, card);
      cache.set(card.id, { card, until: now + FRESH_MS });
    }
  }
  return found;
}

function cacheOf(db: Db) {
  const known = caches.get(db);
  if (known) return known;
  const made = new Map<number, { card: ProfileCard; until: number }>();
  caches.set(db, made);
  return made;
}

const gatherers = new WeakMap<Db, (id: number) => Promise<ProfileCard | undefined>>();

/** The cards of a batch of messages are read together. */
function gathererOf(db: Db) {
  const known = gatherers.get(db);
  if (known) return known;
  const made = createGatherer(async (ids: number[]) => new Map((await profileCards(db, null, ids)).map((card) => [card.id, card])));
  gatherers.set(db, made);
  return made;
}
