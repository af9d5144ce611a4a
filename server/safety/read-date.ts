import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import { DATE_DAYS_AHEAD, DATE_HOURS_BACK } from '#contract/safety/date-limits.ts';
import { isTimeZone } from '../identity/index.ts';
import { one, type Db } from '../platform/database/index.ts';
import { refuseFields } from '../platform/http/refusal.ts';

type Given = Omit<NonNullable<CallBody<'changeSharedDate'>>, 'id'>;

/** Last instant that PostgreSQL and JavaScript both take without doubt, in milliseconds. */
const LAST_MS = Date.UTC(2200, 0);

/** When a date is deleted: the site's hours after its check-in, or after its beginning if it has none. */
export const expiryOf = ({ starts_at, check_in_hours }: Given, siteHours: number) =>
  sql`${starts_at}::timestamptz + make_interval(hours => ${(check_in_hours ?? 0) + siteHours})`;

/** Trims the texts of a date. Throws `invalid_fields` if something is missing or the time is not near. */
export async function readDate(db: Db, { who, place, note, starts_at, ...rest }: Given): Promise<Given> {
  const startsMs = Date.parse(starts_at);
  const isTime = startsMs > 0 && startsMs < LAST_MS;
  const starts = isTime ? new Date(startsMs).toISOString() : '1970-01-01T00:00:00Z';
  const { isNear } = await one(
    sql<{ isNear: boolean }>`
      select ${starts}::timestamptz between app_now() - make_interval(hours => ${DATE_HOURS_BACK})
        and app_now() + make_interval(days => ${DATE_DAYS_AHEAD}) as "isNear"`.execute(db),
  );
  const faults = {
    ...(who.trim() === '' ? ({ who: 'required' } as const) : {}),
    ...(isNear ? {} : ({ starts_at: 'invalid' } as const)),
    ...((await isTimeZone(db, rest.time_zone)) ? {} : ({ time_zone: 'invalid' } as const)),
  };
  if (Object.keys(faults).length > 0) throw refuseFields(faults);
  return { who: who.trim(), place: place.trim(), note: note.trim(), starts_at: starts, ...rest };
}
