import { inTransaction, type Db } from '../platform/database/index.ts';
import type { AuditNote } from '../platform/http/context.ts';

export async function removeWebhook(db: Db, id: string, audit: AuditNote): Promise<void> {
  await inTransaction(db, async (tx) => {
    const gone = await tx
      .deleteFrom('webhooks')
      .where('id', '=', id)
      .returning(['url', 'events'])
      .executeTakeFirst();
    await audit(tx, { object: id, details: { before: gone ?? null } });
  });
}
