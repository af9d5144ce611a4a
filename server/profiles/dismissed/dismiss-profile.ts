import { sql } from 'kysely';
import { inTransaction, type Db } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { assertVisible, type Viewer } from '../../visibility/index.ts';

export const DISMISSED_DAYS = 90;

/** Each search compares its rows with a member's dismissed profiles, so beyond this the oldest return. */
export const MOST_DISMISSED = 500;

/**
 * POST /api/not-for-me.php: leaves a profile out of the member's search, suggestions and swipe game for
 * `DISMISSED_DAYS`. A repeat starts the time anew. Throws `not_found` for a profile that the member cannot open,
 * and for the member's own.
 */
export async function dismissProfile(db: Db, viewer: Viewer<number>, profile: number): Promise<void> {
  const { id: member } = viewer;
  if (profile === member) throw refuse('not_found');
  await assertVisible(db, viewer, profile);
  await inTransaction(db, async (tx) => {
    await sql`
      insert into dismissed_profiles (member_id, profile_id, until)
        values (${member}, ${profile}, app_now() + make_interval(days => ${DISMISSED_DAYS}))
        on conflict (member_id, profile_id) do update set until = excluded.until`.execute(tx);
    await sql`
      delete from dismissed_profiles where member_id = ${member} and profile_id in (
        select profile_id from dismissed_profiles where member_id = ${member}
          order by until desc, profile_id desc offset ${MOST_DISMISSED})`.execute(tx);
  });
}
