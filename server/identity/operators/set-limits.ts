import { isLimited, type OperatorLimits } from '#contract/office/operator-limits.ts';
import type { Tx } from '../../platform/database/index.ts';

/** Sets what an operator may grant and refund alone. A row stands for at least one limit. */
export async function setLimits(tx: Tx, operator: number, limits: OperatorLimits): Promise<void> {
  await tx.deleteFrom('operator_limits').where('operator_id', '=', operator).execute();
  if (!isLimited(limits)) return;
  await tx
    .insertInto('operator_limits')
    .values({ operator_id: operator, ...limits })
    .execute();
}
