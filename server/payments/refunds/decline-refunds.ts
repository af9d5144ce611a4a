import { sql } from 'kysely';
import type { Tx } from '../../platform/database/index.ts';

/** Declines a payment's refunds that were not sent yet, because its money was returned in another way. */
export async function declineRefunds(tx: Tx, paymentId: string, why: string): Promise<void> {
  await sql`
    update refunds set status = 'declined', claim_url = null, failure_reason = ${why}, settled_at = app_now()
    where payment_id = ${paymentId} and status in ('approval', 'pending', 'claimable', 'by_hand')`.execute(
    tx,
  );
}
