import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { correctLostDispute } from './correct-lost-dispute.ts';

/** Corrects disputes that were lost before credit notes were issued for them. */
export async function correctLostDisputes(app: App): Promise<void> {
  const { rows } = await sql<{ payment_id: string }>`
    select payment_id from disputes d where state = 'lost'
      and not exists (select from receipts r where r.payment_id = d.payment_id and r.kind = 'credit_note') limit 500`.execute(
    app.db,
  );
  for (const { payment_id } of rows)
    await inTransaction(app.db, (tx) => correctLostDispute(app, tx, payment_id));
}
