import { sql, type RawBuilder } from 'kysely';
import type { CountryCode } from '#contract/lists/countries.ts';
import { distanceBands, type Gender, type ProfileKind } from '#contract/enums.ts';
import type { ProfileCard } from '#contract/profiles.ts';
import type { App } from '../platform/app.ts';
import { distanceKm } from '../platform/gazetteer/index.ts';
import type { Viewer } from '../visibility/index.ts';
import type { MainPhoto, PhotoPart } from './photo-part.ts';

/** Seen within these minutes counts as online; presence itself is written in steps of one minute. */
export const ONLINE_MINUTES = 5;
/** How long a profile is new. */
export const NEW_DAYS = 14;

/** What `cardColumns` selects. */
export interface CardRow {
  id: number;
  name: string;
  age: number;
  gender: Gender;
  country: CountryCode;
  region: string | null;
  city: string | null;
  kind: ProfileKind;
  cam_variant: 'cam' | 'resell' | null;
  cam_url: string | null;
  num_photos: number;
  online: boolean;
  is_new: boolean;
  verified: boolean;
  main_photo_id: number | null;
  storage_key: string | null;
  photo_status: MainPhoto['status'] | null;
  formats: string[] | null;
  /** By `cardColumnsFor` a member only: whether the member likes them, and both city centres. */
  liked?: boolean | undefined;
  lat?: number | null | undefined;
  lon?: number | null | undefined;
  my_lat?: number | null | undefined;
  my_lon?: number | null | undefined;
}

/** The columns of a card, over `profiles p` with `cardJoins`. */
export const cardColumns = sql`
  p.id, p.name, date_part('year', age(app_now()::date, p.date_of_birth))::int as age, p.gender, p.country, p.region, p.city,
  p.kind, p.cam_variant, p.cam_url, p.num_photos,
  coalesce(seen.last_active > app_now() - ${sql.lit(`${ONLINE_MINUTES} minutes`)}::interval, false) as online,
  p.created_at > app_now() - ${sql.lit(`${NEW_DAYS} days`)}::interval as is_new, p.verified,
  photo.id as main_photo_id, photo.storage_key, photo.status as photo_status, photo.formats`;

/**
 * The same with what stands between `viewer` (a member's id, null for a visitor) and each: the viewer's likes, read
 * once for all that are `shown` (an array of their ids in SQL), and the centre of the viewer's town. A look-up for each card
 * would be planned along the likes that each card received.
 */
export const cardColumnsFor = (viewer: number | null, shown: RawBuilder<unknown>): RawBuilder<unknown> =>
  viewer === null
    ? cardColumns
    : sql`${cardColumns}, p.lat, p.lon,
  p.id = any(array(select mine.liked_id from likes mine where mine.liker_id = ${viewer}::bigint and mine.liked_id = any(${shown}))) as liked,
  (select me.lat from profiles me where me.id = ${viewer}::bigint and me.city is not null) as my_lat,
  (select me.lon from profiles me where me.id = ${viewer}::bigint and me.city is not null) as my_lon`;

/** Presence and the main photo: two look-ups by primary key for each card. */
export const cardJoins = sql`
  left join presence seen on seen.member_id = p.id
  left join photos photo on photo.id = p.main_photo_id and not photo.private`;

/**
 * A row as a card. Others see a main photo only when it is active; its owner (`viewer`) also while it is inspected or
 * refused (docs/product.md 3).
 */
export function toCard(row: CardRow, viewer: number | null, photos: Pick<PhotoPart, 'mainImage'>): ProfileCard {
  const shown = row.main_photo_id !== null && (row.photo_status === 'active' || row.id === viewer);
  return {
    id: row.id,
    name: row.name,
    age: row.age,
    gender: row.gender,
    country: row.country,
    region: row.region,
    city: row.city,
    kind: row.kind,
    ...(row.kind === 'cam' && row.cam_variant && row.cam_url ? { cam: { variant: row.cam_variant, url: row.cam_url } } : {}),
    main_image: shown
      ? photos.mainImage({ id: row.main_photo_id!, member_id: row.id, storage_key: row.storage_key!, status: row.photo_status!, formats: row.formats! })
      : null,
    num_photos: row.num_photos,
    online: row.online,
    is_new: row.is_new,
    ...(row.verified ? { verified: true } : {}),
    ...(row.id === viewer ? {} : betweenUs(row)),
  };
}

/** A card without what the site hides; the band of a distance goes with the town. */
export function withoutHidden(card: ProfileCard, hides: Viewer['hides'] = []): ProfileCard {
  if (hides.length === 0) return card;
  const { within_km, ...rest } = card;
  const shown = { ...rest, ...(within_km === undefined || hides.includes('city') ? {} : { within_km }) };
  return { ...shown, ...Object.fromEntries(hides.map((field) => [field, null])) };
}

/** The like, and the band of the distance where both name their town: from centre to centre, so that nobody's own place is in it. */
export function betweenUs({
  liked,
  city,
  lat,
  lon,
  my_lat,
  my_lon,
}: Pick<CardRow, 'liked' | 'city' | 'lat' | 'lon' | 'my_lat' | 'my_lon'>): Pick<ProfileCard, 'liked' | 'within_km'> {
  const known = city !== null && typeof lat === 'number' && typeof lon === 'number' && typeof my_lat === 'number' && typeof my_lon === 'number';
  const km = known ? distanceKm(my_lat, my_lon, lat, lon) : Infinity;
  const band = distanceBands.find((end) => km <= end);
  return { ...(liked === undefined ? {} : { liked }), ...(band === undefined ? {} : { within_km: band }) };
}

/**
 * Cards of many profiles in one query, in the order of `ids`; an id without a profile is left out. Does not check
 * who may see whom: the ids come from a query that applied the visibility rule. `viewer` is a member's id, null for a
 * visitor.
 */
export async function profileCards({ db, parts }: Pick<App, 'db' | 'parts'>, viewer: number | null, ids: readonly number[]): Promise<ProfileCard[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<CardRow>`
    select ${cardColumnsFor(viewer, sql`${ids as number[]}::bigint[]`)} from profiles p ${cardJoins} where p.id = any(${ids as number[]}::bigint[])`.execute(
    db,
  );
  const cards = new Map(rows.map((row) => [row.id, toCard(row, viewer, parts.photos)]));
  return ids.flatMap((id) => cards.get(id) ?? []);
}

/** The same by id, for lists that hydrate more than one column of ids. */
export async function profileCardMap(app: Pick<App, 'db' | 'parts'>, viewer: number | null, ids: readonly number[]): Promise<Map<number, ProfileCard>> {
  return new Map((await profileCards(app, viewer, [...new Set(ids)])).map((card) => [card.id, card]));
}

/** One card, or null. */
export async function profileCard(app: Pick<App, 'db' | 'parts'>, viewer: number | null, id: number): Promise<ProfileCard | null> {
  return (await profileCards(app, viewer, [id]))[0] ?? null;
}
