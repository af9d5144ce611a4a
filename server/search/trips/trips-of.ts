import { sql } from 'kysely';
import type { Trip } from '#contract/search.ts';
import type { Db } from '../../platform/database/index.ts';
import { isUnderWay } from '../../visibility/index.ts';

/** A member's trips: those ahead and under way first, then those that are over. */
export async function tripsOf(db: Db, member: number): Promise<Trip[]> {
  const { rows } = await sql<Trip>`
    select t.id, t.country, t.region, t.city, t.starts_on::text, t.ends_on::text,
      case when ${isUnderWay} then 'under_way' when t.ends_at <= app_now() then 'over' else 'ahead' end as state
    from trips t where t.member_id = ${member} order by t.ends_at <= app_now(), t.starts_on, t.id`.execute(
    db,
  );
  return rows;
}
