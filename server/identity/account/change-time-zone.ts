import { sql } from 'kysely';
import type { Tx } from '../../platform/database/index.ts';

/**
 * Changes the member's time zone. The new zone applies from the next midnight of the present one
 * (docs/product.md 4.11), so that nobody gains a day by changing zones. Choosing the present zone cancels a
 * pending change. Repeating a change has no effect.
 */
export async function changeTimeZone(
  tx: Tx,
  memberId: number,
  zone: string,
  siteZone: string,
): Promise<void> {
  // A pending change whose midnight has passed has become the present zone.
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
