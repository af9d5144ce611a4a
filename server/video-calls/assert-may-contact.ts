import type { Db } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import { assertAgeForContact, type Viewer } from '../visibility/index.ts';

/** Throws `account_held` or `age_check_required`, as sending a message does. */
export async function assertMayContact(db: Db, viewer: Viewer<number>): Promise<void> {
  const { held_at } = await db
    .selectFrom('members')
    .select('held_at')
    .where('id', '=', viewer.id)
    .executeTakeFirstOrThrow();
  if (held_at) throw refuse('account_held');
  await assertAgeForContact(db, viewer);
}
