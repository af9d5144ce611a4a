import type { Db } from '../../platform/database/index.ts';

/** DELETE /api/not-for-me.php: a dismissed profile appears in the member's lists again. */
export async function restoreProfile(db: Db, member: number, profile: number): Promise<void> {
  await db
    .deleteFrom('dismissed_profiles')
    .where('member_id', '=', member)
    .where('profile_id', '=', profile)
    .execute();
}
