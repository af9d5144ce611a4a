import type { CallBody } from '#contract/calls.ts';
import type { Role } from '#contract/lists/roles.ts';
import type { BulkOutcome } from '#contract/moderation/bulk-acts.ts';
import { type BulkOperator, recordBulk, rowOperator, runOncePerMember } from '../moderation/index.ts';
import type { App } from '../platform/app.ts';
import { signOutMember } from './sign-out-member.ts';

/** POST /api/admin/sign-outs: ends every session of each of the members. */
export async function signOutMembers(
  app: App,
  operator: BulkOperator & { roles: readonly Role[] },
  { id, members, filters }: CallBody<'signOutMembers'>,
): Promise<BulkOutcome[]> {
  const row = { ...rowOperator(operator, 'member.sign_out', id), roles: operator.roles };
  const outcomes = await runOncePerMember(app, operator, { id, members }, (tx, member) =>
    signOutMember({ ...app, db: tx }, row, member),
  );
  await recordBulk(app, operator, { id, filters }, outcomes);
  return outcomes;
}
