import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import { isRegion } from '#contract/lists/regions.ts';
import type { SiteSettings } from '#contract/site-settings/setting-table.ts';
import { inTransaction, one, type Db, type Tx } from '../../platform/database/index.ts';
import { findTown, type Town } from '../../platform/gazetteer/index.ts';
import { refuse, refuseFields } from '../../platform/http/refusal.ts';

type Given = NonNullable<CallBody<'addTrip'>>;
type Rules = Pick<SiteSettings, 'trip_days' | 'most_trips' | 'time_zone' | 'countries'>;

/** A trip may begin this many days ahead. */
const DAYS_AHEAD = 365;
/** PostgreSQL has no year 0. */
const FIRST_DAY = '2000-01-01';

/**
 * POST /api/trips.php: adds a trip, whose days begin and end in the member's time zone. Throws `invalid_fields`,
 * `too_many_trips`, or `trips_overlap`, because a member is in one place at a time.
 */
export async function addTrip(db: Db, member: number, rules: Rules, given: Given): Promise<number> {
  const { client_id, starts_on, ends_on } = given;
  const town = readTrip(given, rules);
  return inTransaction(db, async (tx) => {
    // One at a time, so that two at once cannot overlap, exceed the maximum or both insert the same trip.
    const { zone } = await one(
      sql<{ zone: string }>`
        select coalesce(time_zone, ${rules.time_zone}) as zone from members where id = ${member} for no key update`.execute(
        tx,
      ),
    );
    const { rows: repeated } = await sql<{ id: number }>`
      select id from trips where member_id = ${member} and client_id = ${client_id}`.execute(tx);
    if (repeated[0]) return repeated[0].id;
    await checkDays(tx, member, zone, rules, given);
    const { id } = await one(
      sql<{ id: number }>`
        insert into trips (member_id, client_id, country, region, city, starts_on, ends_on, starts_at, ends_at)
        values (${member}, ${client_id}, ${town.country}, ${town.region}, ${town.city}, ${starts_on}, ${ends_on},
          ${starts_on}::date::timestamp at time zone ${zone}, (${ends_on}::date + 1)::timestamp at time zone ${zone})
        returning id`.execute(tx),
    );
    return id;
  });
}

/** The town of a trip. Throws `invalid_fields` for everything that needs no clock. */
function readTrip({ country, region, city, starts_on, ends_on }: Given, { countries }: Rules): Town {
  const isOpen = countries.includes(country);
  const inRegion = isRegion(country, region);
  const town = inRegion ? findTown(country, city, region) : null;
  const faults = {
    ...(isOpen ? {} : ({ country: 'invalid' } as const)),
    ...(inRegion ? {} : ({ region: 'region_unknown' } as const)),
    ...(town ? {} : ({ city: 'invalid' } as const)),
    ...(starts_on >= FIRST_DAY ? {} : ({ starts_on: 'invalid' } as const)),
    ...(ends_on >= starts_on && ends_on >= FIRST_DAY ? {} : ({ ends_on: 'invalid' } as const)),
  };
  if (!town || Object.keys(faults).length > 0) throw refuseFields(faults);
  return town;
}

async function checkDays(
  tx: Tx,
  member: number,
  zone: string,
  { trip_days, most_trips }: Rules,
  { starts_on, ends_on }: Given,
): Promise<void> {
  const { isStart, isEnd, overlaps, count } = await one(
    sql<{ isStart: boolean; isEnd: boolean; overlaps: boolean; count: number }>`
      select ${starts_on}::date between today.day and today.day + ${DAYS_AHEAD}::int as "isStart",
        ${ends_on}::date between ${starts_on}::date and ${starts_on}::date + ${trip_days - 1}::int as "isEnd",
        coalesce(bool_or(t.starts_on <= ${ends_on}::date and t.ends_on >= ${starts_on}::date), false) as overlaps,
        count(t.id)::int as count
      from (select (app_now() at time zone ${zone})::date as day) today
        left join trips t on t.member_id = ${member} and t.ends_at > app_now()
      group by today.day`.execute(tx),
  );
  if (!isStart) throw refuseFields({ starts_on: 'invalid' });
  if (!isEnd) throw refuseFields({ ends_on: 'invalid' });
  if (overlaps) throw refuse('trips_overlap');
  if (count >= most_trips) throw refuse('too_many_trips', { most: most_trips });
}
