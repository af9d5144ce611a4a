import { sql } from 'kysely';
import { inTransaction, type Db } from '../../platform/database/index.ts';
import type { Viewer } from '../../visibility/index.ts';
import type { DailySeeker } from './daily-seeker.ts';
import { fittingPeople, placesNear } from './fitting-people.ts';

/**
 * Chooses the people of the member's day. The row of `daily_choices` lets one of several visits at once choose; the others
 * wait for it. A day never goes back, so a changed time zone brings no second choice.
 */
export async function chooseDailyPeople(db: Db, viewer: Viewer<number>, seeker: DailySeeker): Promise<void> {
  const { id: member } = viewer;
  const places = placesNear(seeker, viewer.hides);
  await inTransaction(db, async (tx) => {
    const { rows } = await sql`
      insert into daily_choices as c (member_id, day) values (${member}, ${seeker.today})
      on conflict (member_id) do update set day = excluded.day where c.day < excluded.day returning 1`.execute(
      tx,
    );
    if (rows.length === 0) return;
    const people = await fittingPeople(tx, viewer, seeker, places);
    await sql`
      insert into daily_people (member_id, profile_id, day, position)
        select ${member}, id, ${seeker.today}, position from unnest(${people}::bigint[]) with ordinality chosen (id, position)
        on conflict (member_id, profile_id) do update set day = excluded.day, position = excluded.position`.execute(
      tx,
    );
  });
}
