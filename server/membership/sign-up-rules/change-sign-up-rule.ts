import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import { inTransaction, isTaken, type Db } from '../../platform/database/index.ts';
import type { CallContext } from '../../platform/http/context.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { assertLastDay } from './assert-last-day.ts';

/**
 * PUT /api/admin/sign-up-rules: changes a rule, also one that was removed, which then applies again. Throws `invalid_fields` for
 * a day that is over, `not_found` for an unknown rule, and `conflict` if the same rule was added after the removal.
 */
export async function changeSignUpRule(
  db: Db,
  { id, effect, note, until }: CallBody<'changeSignUpRule'>,
  { audit }: Pick<CallContext, 'audit'>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ site: string | null; removed: boolean; until: string | null }>`
      select site, removed_at is not null as removed, to_char(until, 'YYYY-MM-DD') as until
      from sign_up_rules where id = ${id} for update`.execute(tx);
    const [before] = rows;
    if (!before) throw refuse('not_found');
    if (until !== before.until) await assertLastDay(tx, until);
    await sql`
      update sign_up_rules set effect = ${effect}, note = ${note.trim()}, until = ${until}::date, removed_at = null
      where id = ${id}`.execute(tx);
    await audit(tx, { object: id, site: before.site, details: { effect, until, put_back: before.removed } });
  }).catch((error: unknown) => {
    throw isTaken(error, 'sign_up_rules_in_force') ? refuse('conflict') : error;
  });
}
