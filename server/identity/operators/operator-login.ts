import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import type { AuditNote } from '../../platform/http/context.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { askSecondStep } from '../factors/ask-second-step.ts';
import { useLinkToken } from '../link-tokens/use-link-token.ts';

/**
 * Verifies a single-use login link, returns its operator and records the login in the audit log. Throws
 * `link_expired` for an invalid link, and `second_step_required` if the operator has a second factor, which
 * every operator has after the first login.
 */
export async function operatorLogin(app: Pick<App, 'db'>, token: string, audit: AuditNote): Promise<number> {
  const memberId = await inTransaction(app.db, async (tx) => {
    const link = await useLinkToken(tx, token, 'operator_login');
    const member =
      link &&
      (await tx
        .selectFrom('members')
        .where('id', '=', link.member_id)
        .select(['id', 'status', 'roles'])
        .executeTakeFirst());
    if (!member || member.status !== 'active' || member.roles.length === 0) throw refuse('link_expired');
    await audit(tx, { operator: member.id });
    return member.id;
  });
  await askSecondStep(app, memberId);
  return memberId;
}
