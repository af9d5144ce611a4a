import { sql } from 'kysely';
import type { Db, Tx } from '../platform/database/index.ts';

/** Whether both the runtime and the database know a zone by its name (`Europe/Amsterdam`); abbreviations and offsets are none. */
export async function isTimeZone(db: Db, zone: string): Promise<boolean> {
  if (zone !== 'UTC' && !/^[A-Za-z_]+\/[A-Za-z_/+\-0-9]+$/.test(zone)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    await sql`select app_now() at time zone ${zone}`.execute(db);
    return true;
  } catch (error) {
    if (error instanceof RangeError || (error as { code?: string }).code === '22023') return false;
    throw error;
  }
}

/**
 * Where the member is from now on. A day that has begun ends where it began: the new zone counts from the next midnight of
 * the present one (docs/product.md 4.11), so that nobody reaches a new day by travelling on a map. Naming the present zone
 * takes a change back that has not counted yet; the same change again changes nothing.
 */
export async function changeTimeZone(tx: Tx, memberId: number, zone: string, siteZone: string): Promise<void> {
  // A change whose midnight has passed is the present zone by now.
  await sql`
    update members set time_zone = next_time_zone, next_time_zone = null, next_time_zone_at = null
    where id = ${memberId} and next_time_zone_at <= app_now()`.execute(tx);
  await sql`
    update members set
      time_zone = case when ${zone}::text = coalesce(time_zone, ${siteZone}::text) then ${zone} else time_zone end,
      next_time_zone = nullif(${zone}::text, coalesce(time_zone, ${siteZone}::text)),
      next_time_zone_at = case when ${zone}::text <> coalesce(time_zone, ${siteZone}::text)
        then ((app_now() at time zone coalesce(time_zone, ${siteZone}::text))::date + 1)::timestamp at time zone coalesce(time_zone, ${siteZone}::text) end
    where id = ${memberId}`.execute(tx);
}
