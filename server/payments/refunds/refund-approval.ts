import { sql } from 'kysely';
import { isAboveOwnLimits } from '../../identity/index.ts';
import type { App } from '../../platform/app.ts';
import { one, type Tx } from '../../platform/database/index.ts';
import { settingsOf } from '../../site-settings/index.ts';
import type { PaymentRow } from '../payment-row.ts';

/**
 * Returns whether a second operator must approve, by the site's limit or the operator's own. A limit covers all
 * refunds of the payment together, and all that one operator makes alone within 24 hours, so splitting a large refund
 * does not avoid it.
 */
export async function needsSecond(
  app: App,
  tx: Tx,
  payment: PaymentRow,
  cents: number,
  operatorId: number,
): Promise<boolean> {
  const { refund_approval_cents: limits } = await settingsOf(app, payment.host ?? undefined);
  const limit = limits[payment.currency] ?? -1;
  // Serialises parallel requests of one operator for different payments.
  await sql`select pg_advisory_xact_lock(hashtextextended('refunds of operator ' || ${operatorId}, 0))`.execute(
    tx,
  );
  const { payment: ofPayment, day } = await one(
    sql<{ payment: number; day: number }>`
    select
      coalesce(sum(amount_cents) filter (where payment_id = ${payment.id} and status <> 'declined'), 0)::int as payment,
      coalesce(sum(amount_cents) filter (
        where asked_by = ${operatorId} and approved_by is null and currency = ${payment.currency}
          and status in ('pending', 'claimable', 'by_hand', 'completed') and created_at > app_now() - interval '1 day'
      ), 0)::int as day
    from refunds where payment_id = ${payment.id} or (asked_by = ${operatorId} and created_at > app_now() - interval '1 day')`.execute(
      tx,
    ),
  );
  return (
    Math.max(ofPayment, day) + cents > limit ||
    isAboveOwnLimits(tx, operatorId, 'refund', { act: ofPayment + cents, day: day + cents })
  );
}
