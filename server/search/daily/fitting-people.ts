import { sql, type RawBuilder } from 'kysely';
import { bigintOf, bitsOf, type HideableField } from '#contract/profile-fields.ts';
import { DAILY_PEOPLE, DAILY_PEOPLE_DAYS } from '#contract/rules/daily-people-rules.ts';
import { OLDEST, YEARS_AROUND, YOUNGEST, type Radius } from '#contract/rules/search-rules.ts';
import type { Db } from '../../platform/database/index.ts';
import { soughtBy, suitsContact, type Viewer } from '../../visibility/index.ts';
import { filtersOf, type Filters } from '../filters.ts';
import { rangesOf, START } from '../ranges.ts';
import type { DailySeeker } from './daily-seeker.ts';

/** Kilometres around the member's town. A wider circle is read only if the one before has too few. */
const CIRCLES: readonly Radius[] = [25, 50, 100];
/** Newest members compared in each town, or of each birth year in the region or country of a member without a town. */
const COMPARED = 25;
/** The best of those compared, of whom the conditions for contact are asked. */
const MOST_ASKED = 400;
/** Members seen within these days come before others. */
const RECENT_DAYS = 14;

/** People near a member who seek each other, best fit first (docs/product.md 6.21). */
export async function fittingPeople(
  db: Db,
  viewer: Viewer<number>,
  seeker: DailySeeker,
  places: readonly Filters[],
): Promise<number[]> {
  const decided = await decidedBy(db, viewer.id, seeker.today);
  const people: number[] = [];
  for (const filters of places) {
    const left = DAILY_PEOPLE - people.length;
    people.push(...(await fittingIn(db, { viewer, seeker, filters, except: [...decided, ...people], left })));
    if (people.length === DAILY_PEOPLE) break;
  }
  return people;
}

/**
 * Searches near a member, narrowest first, without towns or regions where the site hides those. The first call in a
 * process reads the towns of all countries, so no transaction should wait for it.
 */
export function placesNear(
  { sought, age, country, region, lat, lon }: DailySeeker,
  hides: readonly HideableField[],
): Filters[] {
  const everyone = [sought];
  const query = {
    gender: sought,
    min_age: Math.max(YOUNGEST, age - YEARS_AROUND),
    max_age: Math.min(OLDEST, age + YEARS_AROUND),
  };
  if (lat !== null && lon !== null && !hides.includes('city'))
    return CIRCLES.map((radius) =>
      filtersOf({ ...query, radius }, { place: { lat, lon }, traits: null, everyone }),
    );
  const within = region !== null && !hides.includes('region') ? { country, region } : { country };
  return [filtersOf({ ...query, ...within }, { place: null, traits: null, everyone })];
}

/** Everybody whom the member liked, wrote to, passed in the swipe game or was shown within the last days. */
async function decidedBy(db: Db, member: number, today: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select liked_id as id from likes where liker_id = ${member}
    union select other_id from sides_of(${member})
    union select profile_id from swipes_of(${member})
    union select profile_id from daily_people where member_id = ${member} and day > ${today}::date - ${DAILY_PEOPLE_DAYS}::int`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

interface Fitting {
  viewer: Viewer<number>;
  seeker: DailySeeker;
  filters: Filters;
  except: number[];
  left: number;
}

/**
 * The conditions for contact are asked in the order of the result, so that PostgreSQL stops at the last of `left`. Plans at
 * 1,000,000 members: benches/results/member-query-plans.md.
 */
async function fittingIn(db: Db, { viewer, seeker, filters, except, left }: Fitting): Promise<number[]> {
  const order = sql`photo desc, recent desc, shared desc, id desc`;
  const { rows } = await sql<{ id: number }>`
    select p.id from (
      select p.id, p.main_photo_id is not null as photo, p.active_on > app_now()::date - ${RECENT_DAYS}::int as recent,
        bit_count((p.interest_bits & ${seeker.interest_bits}::bigint)::bit(64)) as shared
      from (${rangesOf({ filters, viewer, after: START, limit: COMPARED, except })}) r join profiles p on p.id = r.id
      where p.kind = 'member' and ${soughtBy('p')} = ${seeker.gender}
        and ${agrees('intention', seeker.interest_bits)} and ${agrees('languages', seeker.looks)}
      order by ${order} limit ${sql.lit(MOST_ASKED)}
    ) p where ${suitsContact(viewer.id)} order by ${order} limit ${left}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Condition over `profiles p`: both have a word of the field in common, or one of them says nothing. */
function agrees(field: 'intention' | 'languages', mine: string): RawBuilder<boolean> {
  const column = sql.ref(field === 'intention' ? 'p.interest_bits' : 'p.looks');
  const mask = sql`${bigintOf(Object.values(bitsOf(field)))}::bigint`;
  return sql`(${column} & ${mask} = 0 or ${mine}::bigint & ${mask} = 0 or ${column} & ${mine}::bigint & ${mask} <> 0)`;
}
