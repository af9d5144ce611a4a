import { sql, type RawBuilder } from 'kysely';
import type { Param } from '../platform/fast/prepared.ts';
import { NEW_DAYS, onlineSince } from '../profiles/index.ts';
import type { Filters, Terms } from './filters.ts';
import type { TownTerms } from './towns.ts';
import { havingTraits } from './traits.ts';

export type Flags = Pick<Filters, 'verified' | 'activeThisWeek' | 'online' | 'withPhoto' | 'newHere'>;

/**
 * Conditions over `profiles p` that begin with `and`. Each is the predicate of a partial index, ends an index range or
 * is true of most rows of one, so that a range stays bounded. Bounds are sub-selects, evaluated once.
 */
export const flagsOf = (filters: Flags): RawBuilder<unknown> =>
  spaced([
    ...(filters.verified ? [sql`and p.verified`] : []),
    ...(filters.activeThisWeek ? [sql`and ${isActiveThisWeek}`] : []),
    ...(filters.online ? [sql`and ${isOnlineNow}`] : []),
    ...(filters.withPhoto ? [sql`and p.main_photo_id is not null`] : []),
    ...(filters.newHere ? [sql`and ${isNewHere}`] : []),
  ]);

const isNamed = (name: Param<string>) => sql<boolean>`lower(p.name) = lower(${name}::text)`;

/**
 * Finds a couple by one of its first names or by both. The separator is that of contract/membership/couples.ts, and the
 * expression that of the index `profiles_couple_names`.
 */
const isCoupleNamed = (name: Param<string>) => sql<boolean>`(p.gender = 'couple'
  and string_to_array(lower(p.name), ' & ') @> string_to_array(lower(${name}::text), ' & '))`;

/** Each of these alone is read from an index. */
const namedAs = {
  single: isNamed,
  couple: isCoupleNamed,
  either: (name: Param<string>) => sql<boolean>`(${isNamed(name)} or ${isCoupleNamed(name)})`,
};

/**
 * Conditions by name and towns, unless each town is a range, and by traits, unless they are scanned for
 * (`isScanned`). Each begins with `and`. `who` are the profiles that the caller reads.
 */
export const narrowing = (
  { name, towns, traits }: Pick<Terms, 'name' | 'towns' | 'traits'>,
  { rangePerTown = false, who = 'either' }: { rangePerTown?: boolean; who?: keyof typeof namedAs } = {},
): RawBuilder<unknown> =>
  spaced([
    ...(name === null ? [] : [sql`and ${namedAs[who](name)}`]),
    ...(towns === null || rangePerTown
      ? []
      : [sql`and ${name === null ? inTowns(towns) : isIn('p', towns)}`]),
    ...(traits && name !== null ? [sql`and ${havingTraits(traits)}`] : []),
  ]);

const spaced = (conditions: RawBuilder<unknown>[]) =>
  conditions.length === 0 ? sql`` : sql.join(conditions, sql` `);

export const unnestTowns = ({ countries, regions, cities }: TownTerms): RawBuilder<unknown> =>
  sql`unnest(${countries}::text[], ${regions}::text[], ${cities}::text[])`;

/** Looks the place up by the profile's key, so that ranges are read from their index alone. */
export const inTowns = (towns: TownTerms): RawBuilder<boolean> =>
  sql`(select ${isIn('q', towns)} from profiles q where q.id = p.id)`;

const isIn = (profile: 'p' | 'q', towns: TownTerms): RawBuilder<boolean> =>
  sql`(${sql.ref(`${profile}.country`)}, ${sql.ref(`${profile}.region`)}, ${sql.ref(`${profile}.city`)}) in (select * from ${unnestTowns(towns)})`;

/** A cam listing says nothing about when it was last active (docs/product.md 1.5). */
const isActiveThisWeek = sql<boolean>`(p.active_on > (select app_now()::date - 7) and p.cam_variant is null)`;

/**
 * Those active today, or yesterday in the first minutes of a day, end an index range; who of them is online is read once
 * from the index of presence. `is true` keeps the planner from a join that looks each of them up.
 */
const isOnlineNow = sql<boolean>`(p.active_on >= (select ${onlineSince}::date)
  and (p.id in (select seen.member_id from presence seen where seen.last_active > (select ${onlineSince}))) is true)`;

/** Ids rise with the time of creation, so the first new member's id ends a range of the newest. */
const newSince = sql`(select app_now() - ${sql.lit(`${NEW_DAYS} days`)}::interval)`;
const isNewHere = sql<boolean>`(p.created_at > ${newSince}
  and p.id >= (select n.id from profiles n where n.created_at > ${newSince} order by n.created_at limit 1))`;
