import { sql } from 'kysely';
import { inTransaction, type Db } from '../../platform/database/index.ts';
import type { CallContext } from '../../platform/http/context.ts';
import { refuse } from '../../platform/http/refusal.ts';

/**
 * DELETE /api/admin/sign-up-rules: ends a rule, which can be put back for 30 days. Accounts that it holds stay held. Repeating it
 * changes nothing. Throws `not_found` for an unknown rule.
 */
export async function removeSignUpRule(
  db: Db,
  id: string,
  { audit }: Pick<CallContext, 'audit'>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ site: string | null; removed: boolean; kind: string; value: string }>`
      select site, removed_at is not null as removed, kind, value from sign_up_rules where id = ${id} for update`.execute(
      tx,
    );
    const [rule] = rows;
    if (!rule) throw refuse('not_found');
    if (rule.removed) return;
    await sql`update sign_up_rules set removed_at = app_now() where id = ${id}`.execute(tx);
    const { site, kind, value } = rule;
    await audit(tx, { object: id, site, details: { kind, value } });
  });
}
