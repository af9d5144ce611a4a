import type { Role } from '#contract/lists/roles.ts';
import { assertOwnerStays, lockOwners, setRoles } from '../../identity/index.ts';
import type { Operator } from '../../moderation/index.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';

/**
 * PUT /api/admin/operators: changes roles immediately, even if the account is closed or being deleted. Throws
 * `not_found` if the operator does not exist, and `conflict` if no owner would remain.
 */
export async function changeOperator(
  app: App,
  operator: Operator,
  { id, roles }: { id: number; roles: Role[] },
): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    await lockOwners(tx);
    const found = await tx
      .selectFrom('members')
      .where('id', '=', id)
      .select(['roles'])
      .forUpdate()
      .executeTakeFirst();
    if (!found || found.roles.length === 0) throw refuse('not_found');
    if (!roles.includes('owner')) await assertOwnerStays(tx, id);
    await setRoles(app, tx, id, [...new Set(roles)]);
    await operator.audit(tx, { member: id, details: { before: found.roles, after: roles } });
  });
}
