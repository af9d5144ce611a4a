import { sql } from 'kysely';
import { inTransaction, type Db } from '../platform/database/index.ts';
import { lockPair } from '../platform/database/pair-lock.ts';
import { refuse } from '../platform/http/refusal.ts';
import type { Viewer } from '../visibility/index.ts';
import { unlikeProfile } from './unlike-profile.ts';

/** Longer than the screen offers an undo, to allow for slow networks and retries. */
export const UNDO_SECONDS = 30;

export interface Undone {
  /** False if there was nothing to undo, because it was already undone or the time is over. */
  undone: boolean;
  /** True if a like was withdrawn and open browsers must be notified. */
  told: boolean;
}

/**
 * DELETE /api/swipe.php: undoes the last choice of the swipe game, within `UNDO_SECONDS`. The card returns to
 * the top, the like is withdrawn, and the day gets its like back once (docs/decisions/0030-undo.md). A repeat
 * changes nothing. Throws `conflict` for a like that made a match, because both members were notified.
 */
export async function undoSwipe(db: Db, viewer: Viewer<number>, profile: number): Promise<Undone> {
  const { id: member } = viewer;
  return inTransaction(db, async (tx) => {
    await lockPair(tx, member, profile);
    await sql`select 1 from swipe_choices where member_id = ${member} and profile_id = ${profile} for update`.execute(
      tx,
    );
    const { rows } = await sql<{ liked: boolean; day: string; created_at: Date; match: boolean }>`
      select c.liked, c.day::text, c.created_at,
        exists (select from likes a join likes b on b.liker_id = a.liked_id and b.liked_id = a.liker_id
          where a.liker_id = c.member_id and a.liked_id = c.profile_id) as match
      from swipes_of(${member}) c
      where c.profile_id = ${profile} and c.created_at > app_now() - ${sql.lit(`${UNDO_SECONDS} seconds`)}::interval
        and not exists (select from swipes_of(${member}) later where later.created_at > c.created_at)`.execute(
      tx,
    );
    const choice = rows[0];
    if (!choice) return { undone: false, told: false };
    if (choice.liked && choice.match) throw refuse('conflict');
    await tx
      .deleteFrom('swipe_choices')
      .where('member_id', '=', member)
      .where('profile_id', '=', profile)
      .execute();
    if (!choice.liked) return { undone: true, told: false };
    await sql`update swipe_days set likes_used = likes_used - 1 where member_id = ${member} and day = ${choice.day} and likes_used > 0`.execute(
      tx,
    );
    // A like that existed before the swipe stays.
    const { told } = await unlikeProfile(tx, viewer, profile, choice.created_at);
    return { undone: true, told };
  });
}
