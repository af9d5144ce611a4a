import { sql, type RawBuilder } from 'kysely';
import type { CountryCode } from '#contract/lists/countries.ts';
import { type Gender } from '#contract/lists/genders.ts';
import { hideableCardFields, recordOf, type HideableCardField } from '#contract/profile-fields.ts';
import type { ProfileCard, ProfileKind } from '#contract/profiles.ts';
import { distanceBands } from '#contract/rules/search-rules.ts';
import type { App } from '../platform/app.ts';
import { distanceKm } from '../platform/gazetteer/index.ts';
import type { CardViewer } from '../visibility/index.ts';
import type { MainPhoto, PhotoPart } from './media-parts.ts';

/** Members seen within this many minutes are online. Presence itself is written in steps of one minute. */
export const ONLINE_MINUTES = 5;
export const onlineSince = sql<Date>`(app_now() - ${sql.lit(`${ONLINE_MINUTES} minutes`)}::interval)`;

/**
 * Condition for members who are shown as online, over `profiles p` and `presence seen`. Invisible members
 * never are, so that nobody in a conversation with them can watch them come and go.
 */
export const isOnline = sql<boolean>`(not p.invisible and seen.last_active > ${onlineSince})`;
export const NEW_DAYS = 14;

export type CardRow = {
  id: number;
  name: string;
  age: number;
  /** Null unless the profile is a couple's. */
  partner_age: number | null;
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
  /**
   * Present only if the viewer is a member: whether they like this profile, the profile's coordinates, and the
   * centre of the viewer's town (`my_…`).
   */
  liked?: boolean | undefined;
  lat?: number | null | undefined;
  lon?: number | null | undefined;
  my_lat?: number | null | undefined;
  my_lon?: number | null | undefined;
} & (
  | {
      main_photo_id: number;
      storage_key: string;
      photo_status: MainPhoto['status'];
      formats: string[];
      colour: string | null;
    }
  | { main_photo_id: null; storage_key: null; photo_status: null; formats: null; colour: null }
);

export const cardColumns = sql`
  p.id, p.name, date_part('year', age(app_now()::date, p.date_of_birth))::int as age,
  date_part('year', age(app_now()::date, p.partner_date_of_birth))::int as partner_age, p.gender, p.country, p.region, p.city,
  p.kind, p.cam_variant, p.cam_url, p.num_photos,
  coalesce(${isOnline}, false) as online,
  p.created_at > app_now() - ${sql.lit(`${NEW_DAYS} days`)}::interval as is_new, p.verified,
  photo.id as main_photo_id, photo.storage_key, photo.status as photo_status, photo.formats, photo.colour`;

/**
 * Card columns plus the relation between `viewer` (a member's id, null for a visitor) and each profile:
 * whether the viewer likes it, and the centre of the viewer's town. `shown` is an SQL array of the profiles'
 * ids: the likes are read once for all of them, because PostgreSQL would plan a look-up for each card along
 * every like that the profile has received.
 */
export const cardColumnsFor = (viewer: number | null, shown: RawBuilder<unknown>): RawBuilder<unknown> =>
  viewer === null
    ? cardColumns
    : sql`${cardColumns}, p.lat, p.lon,
  p.id = any(array(select mine.liked_id from likes mine where mine.liker_id = ${viewer}::bigint and mine.liked_id = any(${shown}))) as liked,
  (select me.lat from profiles me where me.id = ${viewer}::bigint and me.city is not null) as my_lat,
  (select me.lon from profiles me where me.id = ${viewer}::bigint and me.city is not null) as my_lon`;

export const cardJoins = sql`
  left join presence seen on seen.member_id = p.id
  left join photos photo on photo.id = p.main_photo_id and not photo.private`;

/**
 * Builds a card from a row. Other members see a main photo only if it is active; its owner (`viewer`) also
 * sees it during inspection and after a refusal (docs/product.md 3.2).
 */
export function toCard(
  row: CardRow,
  viewer: number | null,
  photos: Pick<PhotoPart, 'mainImage'>,
): ProfileCard {
  return {
    id: row.id,
    name: row.name,
    age: row.age,
    ...(row.partner_age === null ? {} : { partner_age: row.partner_age }),
    gender: row.gender,
    country: row.country,
    region: row.region,
    city: row.city,
    kind: row.kind,
    ...(row.kind === 'cam' && row.cam_variant && row.cam_url
      ? { cam: { variant: row.cam_variant, url: row.cam_url } }
      : {}),
    main_image:
      row.main_photo_id !== null && (row.photo_status === 'active' || row.id === viewer)
        ? photos.mainImage({
            id: row.main_photo_id,
            member_id: row.id,
            storage_key: row.storage_key,
            status: row.photo_status,
            formats: row.formats,
            colour: row.colour,
          })
        : null,
    num_photos: row.num_photos,
    online: row.online,
    is_new: row.is_new,
    ...(row.verified ? { verified: true } : {}),
    ...(row.id === viewer ? {} : betweenUs(row)),
  };
}

export const hiddenOnCards = (hides: CardViewer['hides']): HideableCardField[] =>
  hideableCardFields.filter((field) => hides.includes(field));

export function withoutHidden(card: ProfileCard, hides: CardViewer['hides']): ProfileCard {
  const hidden = hiddenOnCards(hides);
  if (hidden.length === 0) return card;
  const { within_km, partner_age, ...rest } = card;
  const shown = {
    ...rest,
    ...(within_km === undefined || hidden.includes('city') ? {} : { within_km }),
    ...(partner_age === undefined || hidden.includes('age') ? {} : { partner_age }),
  };
  return { ...shown, ...recordOf(hidden, () => null) };
}

/**
 * The like, and the distance band if both members have named their town. Distances are measured between city
 * centres, so they reveal nobody's position.
 */
export function betweenUs({
  liked,
  city,
  lat,
  lon,
  my_lat,
  my_lon,
}: Pick<CardRow, 'liked' | 'city' | 'lat' | 'lon' | 'my_lat' | 'my_lon'>): Pick<
  ProfileCard,
  'liked' | 'within_km'
> {
  const known =
    city !== null &&
    typeof lat === 'number' &&
    typeof lon === 'number' &&
    typeof my_lat === 'number' &&
    typeof my_lon === 'number';
  const km = known ? distanceKm(my_lat, my_lon, lat, lon) : Infinity;
  const band = distanceBands.find((end) => km <= end);
  return { ...(liked === undefined ? {} : { liked }), ...(band === undefined ? {} : { within_km: band }) };
}

/**
 * Cards of many profiles in one query, in the order of `ids`. Ids without a profile are dropped. It does not
 * check visibility: the ids must come from a query that applies the visibility rule.
 */
export async function profileCards(
  { db, parts }: Pick<App, 'db' | 'parts'>,
  { id: viewer, hides }: CardViewer,
  ids: readonly number[],
): Promise<ProfileCard[]> {
  if (ids.length === 0) return [];
  const list = sql`${[...ids]}::bigint[]`;
  const { rows } = await sql<CardRow>`
    select ${cardColumnsFor(viewer, list)} from profiles p ${cardJoins} where p.id = any(${list})`.execute(
    db,
  );
  const cards = new Map(
    rows.map((row) => {
      const card = toCard(row, viewer, parts.photos);
      return [row.id, row.id === viewer ? card : withoutHidden(card, hides)];
    }),
  );
  return ids.flatMap((id) => cards.get(id) ?? []);
}

export async function profileCardMap(
  app: Pick<App, 'db' | 'parts'>,
  viewer: CardViewer,
  ids: readonly number[],
): Promise<Map<number, ProfileCard>> {
  return new Map((await profileCards(app, viewer, [...new Set(ids)])).map((card) => [card.id, card]));
}

export async function profileCard(
  app: Pick<App, 'db' | 'parts'>,
  viewer: CardViewer,
  id: number,
): Promise<ProfileCard | null> {
  const [card] = await profileCards(app, viewer, [id]);
  return card ?? null;
}
