import type { Operator } from '../../moderation/index.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';

/** DELETE /api/admin/list-views: deletes one of the operator's own views. A repeat succeeds. */
export async function deleteView(app: App, operator: Operator, id: string): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    await tx.deleteFrom('office_views').where('id', '=', id).where('operator_id', '=', operator.id).execute();
    await operator.audit(tx, { object: id });
  });
}
