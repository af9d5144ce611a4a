import { sql } from 'kysely';
import { isOwner, type Role } from '#contract/lists/roles.ts';
import { endSessions, memberChanged } from '../identity/index.ts';
import type { Operator } from '../moderation/index.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import { endPush } from '../platform/outgoing/push-subscriptions.ts';

/**
 * POST /api/admin/sign-out: ends every session of a member and revokes the access tokens. Throws `not_found`
 * if the member does not exist, and `role_required` for a colleague unless an owner requests it.
 */
export async function signOutMember(
  app: App,
  operator: Operator & { roles: readonly Role[] },
  member: number,
): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const { rows } = await sql<{
      roles: Role[];
    }>`select roles from members where id = ${member} and status <> 'deleted' for no key update`.execute(tx);
    if (!rows[0]) throw refuse('not_found');
    const isColleague = rows[0].roles.length > 0 && member !== operator.id;
    if (isColleague && !isOwner(operator.roles)) throw refuse('role_required');
    await endSessions(app, tx, member);
    await memberChanged(app, tx, member);
    await endPush(tx, member);
    await operator.audit(tx, { member });
  });
}
