import { sql } from 'kysely';
import type { CountryCode } from '#contract/lists/countries.ts';
import type { Gender } from '#contract/lists/genders.ts';
import type { Db } from '../../platform/database/index.ts';
import { soughtBy } from '../../visibility/index.ts';

/** A member for whom people are chosen. */
export interface DailySeeker {
  gender: Gender;
  sought: Gender;
  age: number;
  country: CountryCode;
  region: string | null;
  lat: number | null;
  lon: number | null;
  /** Bits of `profiles`, without the fields that the member hides. */
  looks: string;
  interest_bits: string;
  /** The date in the member's time zone. */
  today: string;
  /** True if the people of `today` were chosen already. */
  chosen: boolean;
}

/**
 * Null for somebody who is not a member or has withdrawn the consent to the use of intimate data, who sees no suggestions
 * (docs/product.md 6.11). `timeZone` is the site's, for members without one.
 */
export async function dailySeekerOf(db: Db, member: number, timeZone: string): Promise<DailySeeker | null> {
  const { rows } = await sql<DailySeeker>`
    select me.gender, ${soughtBy('me')} as sought, extract(year from age(app_now(), me.date_of_birth))::int as age,
      me.country, me.region, me.lat, me.lon, me.looks::text, me.interest_bits::text, today.day::text as today,
      coalesce(c.day >= today.day, false) as chosen
    from members m join profiles me on me.id = m.id left join daily_choices c on c.member_id = m.id,
      lateral (select (app_now() at time zone coalesce(m.time_zone, ${timeZone}))::date as day) today
    where m.id = ${member} and m.intimate_consent_withdrawn_at is null`.execute(db);
  return rows[0] ?? null;
}
