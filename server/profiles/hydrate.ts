import DataLoader from 'dataloader';
import { sql, type RawBuilder } from 'kysely';
import type { LRUCache } from 'lru-cache';
import type { ProfileCard } from '#contract/profiles.ts';
import type { App } from '../platform/app.ts';
import type { Db } from '../platform/database/index.ts';
import { asJsonRows } from '../platform/fast/json-rows.ts';
import { prepared } from '../platform/fast/prepared.ts';
import { growingCache } from '../platform/memory/growing-cache.ts';
import { viewerOf, type CardViewer } from '../visibility/index.ts';
import {
  betweenUs,
  cardColumns,
  cardJoins,
  hiddenOnCards,
  isOnline,
  toCard,
  withoutHidden,
  type CardRow,
} from './cards.ts';

/** About 20 MB per process. */
const MOST_CARDS = 20_000;
/**
 * A limit on age is needed because age, newness and photo addresses change while the profile's row does not.
 */
const CARD_MS = 60_000;
/** Presence has a resolution of minutes, so the online state may be this old. */
const ONLINE_MS = 10_000;
const MOST_ONLINE = 100_000;

export interface Shown {
  id: number;
  /** Version of the profile's row. Cached cards with another version are not used. */
  version: string;
  /**
   * True if the viewer likes the profile. This and the version of the viewer's own row are absent for
   * visitors.
   */
  liked?: boolean;
  my_version?: string;
}

/**
 * The columns of a `Shown` over `profiles p`, for `viewer` (a member's id, null without a particular viewer).
 * The likes are read once for all profiles in `shown` (an SQL array of their ids).
 *
 * The version is `xmin`, the id of the transaction that wrote the row. Every change of a card writes the row;
 * so do changes of its photos (`updateProfilePhotos`). A cached card with the same version is therefore current,
 * even if another process changed it and no event arrived.
 */
export const skeletonColumns = (
  viewer: number | RawBuilder<number> | null,
  shown: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  viewer === null
    ? sql`p.id, p.xmin as version`
    : sql`p.id, p.xmin as version, ${myVersion(viewer)},
  p.id = any(array(select mine.liked_id from likes mine where mine.liker_id = ${viewer}::bigint and mine.liked_id = any(${shown}))) as liked`;

export const myVersion = (viewer: number | RawBuilder<number>): RawBuilder<unknown> =>
  sql`(select me.xmin from profiles me where me.id = ${viewer}::bigint) as my_version`;

interface Kept {
  version: string;
  /** From `performance.now()`. */
  at: number;
  /** Without the relation to the viewer and without presence. */
  card: ProfileCard;
  head: string;
  lat: number | null;
  lon: number | null;
}

export interface Hydrated {
  /**
   * The card as JSON, with `more` appended (`"like_new":true`). Empty if the profile was deleted in the
   * meantime.
   */
  text(row: Shown, more?: string): string;
  card(row: Shown): ProfileCard | null;
}

export interface CardStore {
  /** If false, every list reads its cards from the database. */
  isOn: boolean;
  cards: LRUCache<number, Kept>;
  online: LRUCache<number, boolean>;
  loadCard: DataLoader<number, Kept | null>;
  loadOnline: DataLoader<number, boolean>;
}

declare module '../platform/app.ts' {
  interface Parts {
    cards: CardStore;
  }
}

export function createCardStore(app: Pick<App, 'config' | 'db' | 'parts'>): CardStore {
  // Batches all loads within one turn of the event loop into one query.
  const together = { cache: false, batchScheduleFn: (ask: () => void) => void setImmediate(ask) };
  return {
    isOn: app.config.fastPaths['card-cache'],
    cards: growingCache(MOST_CARDS),
    online: growingCache(MOST_ONLINE, { ttl: ONLINE_MS }),
    loadCard: new DataLoader((ids) => readCards(app, ids), together),
    loadOnline: new DataLoader((ids) => readOnline(app.db, ids), together),
  };
}

const cardRows = prepared<{ ids: readonly number[] }, { row: CardRow & { version: string } }>((value) =>
  asJsonRows(sql`
    select ${cardColumns}, p.lat, p.lon, p.xmin as version from profiles p ${cardJoins} where p.id = any(${value('ids')}::bigint[])`),
);

/** The rows of cards also tell who is online, so both caches are filled. */
async function readCards(
  { db, parts }: Pick<App, 'db' | 'parts'>,
  ids: readonly number[],
): Promise<(Kept | null)[]> {
  const rows = await cardRows(db, { ids });
  const at = performance.now();
  const found = new Map(
    rows.map(({ row }): [number, Kept] => {
      const { online, ...card } = toCard(row, null, parts.photos);
      parts.cards.online.set(row.id, online);
      return [
        row.id,
        {
          version: row.version,
          at,
          card: card as ProfileCard,
          head: JSON.stringify(card).slice(0, -1),
          lat: row.lat ?? null,
          lon: row.lon ?? null,
        },
      ];
    }),
  );
  return ids.map((id) => found.get(id) ?? null);
}

/**
 * An outer join, so that presence is read by member. PostgreSQL expects few rows after `onlineSince`, as nothing that
 * recent was in its last sample, and would read everybody who is online to find one.
 */
const onlineRows = prepared<{ ids: readonly number[] }, { id: number; online: boolean | null }>(
  (value) => sql`
    select p.id, ${isOnline} as online from profiles p left join presence seen on seen.member_id = p.id
    where p.id = any(${value('ids')}::bigint[])`,
);

async function readOnline(db: Db, ids: readonly number[]): Promise<boolean[]> {
  const rows = await onlineRows(db, { ids });
  const online = new Set(rows.filter((row) => row.online).map(({ id }) => id));
  return ids.map((id) => online.has(id));
}

/**
 * Builds the cards for a skeleton's rows. `id` is null for a visitor, and for lists that show no relation to
 * the viewer. It does not check visibility: the skeleton's query does, on every request.
 */
export async function hydrate(
  app: Pick<App, 'parts'>,
  { id: viewer, hides }: CardViewer,
  rows: readonly Shown[],
): Promise<Hydrated> {
  const store = app.parts.cards;
  const hidesOnCards = hiddenOnCards(hides).length > 0;
  const mine = viewer === null ? undefined : rows[0]?.my_version;
  const oldest = performance.now() - CARD_MS;
  const keptOf = (id: number, version: string) => {
    const kept = store.cards.get(id);
    return kept !== undefined && kept.version === version && kept.at >= oldest ? kept : undefined;
  };

  // Keeps references to the cards, because other requests may evict them from the cache while this one waits.
  const held = new Map<number, Held>();
  const missing: Promise<void>[] = [];
  for (const { id, version } of rows) {
    const one: Held = { kept: keptOf(id, version), online: store.online.get(id) };
    held.set(id, one);
    if (one.kept === undefined) missing.push(readAgain(store, id, one));
    else if (one.online === undefined)
      missing.push(ask(store, id).then((online) => void (one.online = online)));
  }
  let me: Kept | undefined;
  if (viewer !== null && mine !== undefined) {
    me = keptOf(viewer, mine);
    if (me === undefined) missing.push(refresh(store, viewer).then((kept) => void (me = kept)));
  }
  if (missing.length > 0) await Promise.all(missing);

  const { lat: my_lat, lon: my_lon } = placeOf(me) ?? {};
  const own = (row: Shown, { card, lat, lon }: Kept) =>
    betweenUs({ liked: row.liked, city: card.city, lat, lon, my_lat, my_lon });
  return {
    text(row, more) {
      const { kept, online = false } = held.get(row.id) ?? {};
      if (!kept) return '';
      if (hidesOnCards)
        return textWithout(withoutHidden({ ...kept.card, online, ...own(row, kept) }, hides), more);
      const after = more === undefined ? '}' : `,${more}}`;
      if (row.liked === undefined && my_lat === undefined) return `${kept.head},"online":${online}${after}`;
      const { liked, within_km } = own(row, kept);
      return `${kept.head},"online":${online}${liked === undefined ? '' : `,"liked":${liked}`}${within_km === undefined ? '' : `,"within_km":${within_km}`}${after}`;
    },
    card(row) {
      const { kept, online = false } = held.get(row.id) ?? {};
      return kept ? withoutHidden({ ...kept.card, online, ...own(row, kept) }, hides) : null;
    },
  };
}

/** The data of a profile in one response. `kept` is undefined if the profile was deleted in the meantime. */
interface Held {
  kept: Kept | undefined;
  online: boolean | undefined;
}

const textWithout = (card: ProfileCard, more: string | undefined) =>
  more === undefined ? JSON.stringify(card) : `${JSON.stringify(card).slice(0, -1)},${more}}`;

const placeOf = (kept: Kept | undefined) => (kept && kept.card.city !== null ? kept : undefined);

async function refresh(store: CardStore, id: number): Promise<Kept | undefined> {
  const kept = await store.loadCard.load(id);
  if (kept && store.isOn) store.cards.set(id, kept);
  else store.cards.delete(id);
  return kept ?? undefined;
}

/** Reads a profile that no cached card shows. Its row also tells whether the member is online. */
async function readAgain(store: CardStore, id: number, one: Held): Promise<void> {
  one.kept = await refresh(store, id);
  one.online ??= store.online.get(id);
}

async function ask(store: CardStore, id: number): Promise<boolean> {
  const online = await store.loadOnline.load(id);
  store.online.set(id, online);
  return online;
}

/** The town of a member by the cached card, and the version of the row that it comes from. Null if none is cached. */
export function knownTownOf(
  { parts }: Pick<App, 'parts'>,
  member: number,
): { lat: number | null; lon: number | null; version: string } | null {
  const kept = parts.cards.cards.get(member);
  return kept ? { lat: kept.lat, lon: kept.lon, version: kept.version } : null;
}

/** Maximum age of a card in a live event. The member's screens refetch cards on their own. */
const EVENT_MS = 10_000;

/**
 * Cards for live events, which accompany every message and have no skeleton. Two members who write to each
 * other cost one read of their profiles per `EVENT_MS` instead of one per message.
 */
export async function cardsForEvents(
  app: Pick<App, 'db' | 'events' | 'parts'>,
  ids: readonly number[],
): Promise<Map<number, ProfileCard>> {
  const store = app.parts.cards;
  const oldest = performance.now() - EVENT_MS;
  const rows = [...new Set(ids)].map((id) => {
    const kept = store.cards.get(id);
    return { id, version: kept && kept.at > oldest ? kept.version : '' };
  });
  const people = await hydrate(app, await viewerOf(app, null), rows);
  return new Map(rows.flatMap((row) => people.card(row) ?? []).map((card) => [card.id, card]));
}
