import type { Db } from '../../platform/database/index.ts';

export async function restoreProfile(db: Db, member: number, profile: number): Promise<void> {
  await db
    .deleteFrom('dismissed_profiles')
    .where('member_id', '=', member)
    .where('profile_id', '=', profile)
    .execute();
}
