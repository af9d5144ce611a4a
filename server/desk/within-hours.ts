import { sql, type RawBuilder } from 'kysely';

/**
 * SQL that is true if the site's local time is within the writing hours of `fictional_profiles f`, which may pass
 * midnight. Null for a profile without hours, so that it never counts as outside.
 */
export const isWithinHours = (timeZone: string): RawBuilder<boolean | null> => sql`
  case when f.opens = f.closes then null
    when f.opens < f.closes then (app_now() at time zone ${timeZone})::time >= f.opens and (app_now() at time zone ${timeZone})::time < f.closes
    else (app_now() at time zone ${timeZone})::time >= f.opens or (app_now() at time zone ${timeZone})::time < f.closes end`;
