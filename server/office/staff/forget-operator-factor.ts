import { dropFactors, worksHere } from '../../identity/index.ts';
import type { Operator } from '../../moderation/index.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';

/**
 * DELETE /api/admin/operator-factor: lets a colleague who lost their second factor set up a new one. Throws
 * `not_found` if the operator does not exist.
 */
export async function forgetOperatorFactor(app: App, operator: Operator, id: number): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    if (!(await worksHere(tx, id))) throw refuse('not_found');
    await dropFactors(app, tx, id);
    await operator.audit(tx, { member: id });
  });
}
