import DataLoader from 'dataloader';
import { sql, type RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { ProfileCard } from '#contract/profiles.ts';
import type { Db } from '../platform/database/index.ts';
import type { App } from '../platform/app.ts';
import { viewerOf, type Viewer } from '../visibility/index.ts';
import { betweenUs, cardColumns, cardJoins, ONLINE_MINUTES, toCard, withoutHidden, type CardRow } from './cards.ts';

/** Cards that a process keeps: some 20 MB at most. */
const MOST_CARDS = 20_000;
/** What a card says of its age, of being new and where its photo is changes without a change of the profile. */
const CARD_MS = 60_000;
/** How long it is believed that somebody is online or not, which is told in steps of minutes. */
const ONLINE_MS = 10_000;
const MOST_ONLINE = 100_000;

/** A row of a skeleton, as `skeletonColumns` selects it: who is shown, and what is the viewer's own. */
export interface Shown {
  id: number;
  /** Of the profile's row: a card of another version is not shown. */
  version: string;
  /** By a member's skeleton only: whether the member likes them, and the version of the member's own row. */
  liked?: boolean;
  my_version?: string;
}

/**
 * The columns of a `Shown` over `profiles p`, for `viewer` (a member's id, null where nobody in particular is told). The likes
 * are read once for all that are `shown` (an array of their ids in SQL).
 *
 * `xmin` names the transaction that wrote the row. Every change of a card writes it, of its photos too (`refreshFigures`), so a
 * card of that version is the card, whichever process changed it and whether or not anybody was told.
 */
export const skeletonColumns = (viewer: number | null, shown: RawBuilder<unknown>): RawBuilder<unknown> =>
  viewer === null
    ? sql`p.id, p.xmin as version`
    : sql`p.id, p.xmin as version, ${myVersion(viewer)},
  p.id = any(array(select mine.liked_id from likes mine where mine.liker_id = ${viewer}::bigint and mine.liked_id = any(${shown}))) as liked`;

/** The version of the viewer's own row, for statements that know already whom the viewer likes. */
export const myVersion = (viewer: number | RawBuilder<number>): RawBuilder<unknown> =>
  sql`(select me.xmin from profiles me where me.id = ${viewer}::bigint) as my_version`;

interface Kept {
  version: string;
  /** By `performance.now()`. */
  at: number;
  /** Without what is the viewer's own and without presence. */
  card: ProfileCard;
  /** The same as JSON without the closing brace. */
  head: string;
  lat: number | null;
  lon: number | null;
}

/** The cards of a skeleton. */
export interface Hydrated {
  /** The card as JSON, with `more` at its end (`"like_new":true`); empty when the profile has gone meanwhile. */
  text(row: Shown, more?: string): string;
  /** The card; null when the profile has gone meanwhile. */
  card(row: Shown): ProfileCard | null;
}

export interface CardStore {
  cards: LRUCache<number, Kept>;
  online: LRUCache<number, boolean>;
  loadCard: DataLoader<number, Kept | null>;
  loadOnline: DataLoader<number, boolean>;
}

declare module '../platform/app.ts' {
  interface Parts {
    /** The cards that the process keeps. */
    cards: CardStore;
  }
}

export function createCardStore(app: Pick<App, 'db' | 'parts'>): CardStore {
  // What many ask within one turn of the event loop is one statement.
  const together = { cache: false, batchScheduleFn: (ask: () => void) => void setImmediate(ask) };
  return {
    cards: new LRUCache({ max: MOST_CARDS }),
    online: new LRUCache({ max: MOST_ONLINE, ttl: ONLINE_MS }),
    loadCard: new DataLoader((ids) => readCards(app, ids), together),
    loadOnline: new DataLoader((ids) => readOnline(app.db, ids), together),
  };
}

async function readCards({ db, parts }: Pick<App, 'db' | 'parts'>, ids: readonly number[]): Promise<(Kept | null)[]> {
  const { rows } = await sql<CardRow & { version: string }>`
    select ${cardColumns}, p.lat, p.lon, p.xmin as version from profiles p ${cardJoins} where p.id = any(${ids as number[]}::bigint[])`.execute(db);
  const at = performance.now();
  const found = new Map(
    rows.map((row): [number, Kept] => {
      const { online: _online, ...card } = toCard(row, null, parts.photos);
      return [
        row.id,
        { version: row.version, at, card: card as ProfileCard, head: JSON.stringify(card).slice(0, -1), lat: row.lat ?? null, lon: row.lon ?? null },
      ];
    }),
  );
  return ids.map((id) => found.get(id) ?? null);
}

async function readOnline(db: Db, ids: readonly number[]): Promise<boolean[]> {
  const { rows } = await sql<{ id: number }>`
    select member_id as id from presence
    where member_id = any(${ids as number[]}::bigint[]) and last_active > app_now() - ${sql.lit(`${ONLINE_MINUTES} minutes`)}::interval`.execute(db);
  const online = new Set(rows.map(({ id }) => id));
  return ids.map((id) => online.has(id));
}

/**
 * Cards of the rows of a skeleton, for a viewer; `id` is null for a visitor, and where nothing between the two is told. Does not check who may see whom: that
 * is the skeleton's, which is asked again each time.
 */
export async function hydrate(app: Pick<App, 'parts'>, { id: viewer, hides = [] }: Pick<Viewer, 'id' | 'hides'>, rows: readonly Shown[]): Promise<Hydrated> {
  const store = app.parts.cards;
  const mine = viewer === null ? undefined : rows[0]?.my_version;
  const oldest = performance.now() - CARD_MS;
  const keptOf = (id: number, version: string) => {
    const kept = store.cards.get(id);
    return kept !== undefined && kept.version === version && kept.at >= oldest ? kept : undefined;
  };

  // Held from here on: what another request drops from the store meanwhile is still shown here.
  const held = new Map<number, Held>();
  const missing: Promise<void>[] = [];
  for (const { id, version } of rows) {
    const one: Held = { kept: keptOf(id, version), online: store.online.get(id) };
    held.set(id, one);
    if (one.kept === undefined) missing.push(refresh(store, id).then((kept) => void (one.kept = kept)));
    if (one.online === undefined) missing.push(ask(store, id).then((online) => void (one.online = online)));
  }
  let me = mine === undefined ? undefined : keptOf(viewer!, mine);
  if (mine !== undefined && me === undefined) missing.push(refresh(store, viewer!).then((kept) => void (me = kept)));
  if (missing.length > 0) await Promise.all(missing);

  const { lat: my_lat, lon: my_lon } = placeOf(me) ?? {};
  const own = (row: Shown, { card, lat, lon }: Kept) => betweenUs({ liked: row.liked, city: card.city, lat, lon, my_lat, my_lon });
  return {
    text(row, more) {
      const { kept, online = false } = held.get(row.id) ?? {};
      if (!kept) return '';
      if (hides.length > 0) return textWithout(withoutHidden({ ...kept.card, online, ...own(row, kept) }, hides), more);
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

/** What one reply shows of somebody; `kept` stays undefined when the profile has gone meanwhile. */
interface Held {
  kept: Kept | undefined;
  online: boolean | undefined;
}

/** A site that hides fields has its cards rewritten: few do. */
const textWithout = (card: ProfileCard, more: string | undefined) =>
  more === undefined ? JSON.stringify(card) : `${JSON.stringify(card).slice(0, -1)},${more}}`;

/** Where somebody is who names a town. */
const placeOf = (kept: Kept | undefined) => (kept && kept.card.city !== null ? kept : undefined);

async function refresh(store: CardStore, id: number): Promise<Kept | undefined> {
  const kept = await store.loadCard.load(id);
  if (kept) store.cards.set(id, kept);
  else store.cards.delete(id);
  return kept ?? undefined;
}

async function ask(store: CardStore, id: number): Promise<boolean> {
  const online = await store.loadOnline.load(id);
  store.online.set(id, online);
  return online;
}

/** How old a card in a live event may be. The member's screens load it again by themselves. */
const EVENT_MS = 10_000;

/**
 * Cards for live events, which go out with every message and belong to no skeleton: two people who write to each other cost
 * one read of the profiles in ten seconds, not one a message.
 */
export async function cardsForEvents(app: Pick<App, 'db' | 'events' | 'parts'>, ids: readonly number[]): Promise<Map<number, ProfileCard>> {
  const store = app.parts.cards;
  const oldest = performance.now() - EVENT_MS;
  const rows = [...new Set(ids)].map((id) => {
    const kept = store.cards.get(id);
    return { id, version: kept && kept.at > oldest ? kept.version : '' };
  });
  const people = await hydrate(app, await viewerOf(app, null), rows);
  return new Map(rows.flatMap((row) => people.card(row) ?? []).map((card) => [card.id, card]));
}
