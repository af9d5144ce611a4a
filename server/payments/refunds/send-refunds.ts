import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { one, inTransaction } from '../../platform/database/index.ts';
import { outsideLadder } from '../../platform/retry.ts';
import { GatewayRefused, type RefundClaim } from '../gateways/gateway.ts';
import { gatewayNamed } from '../gateways/index.ts';
import type { PaymentRow } from '../payment-row.ts';
import { completeRefund } from './complete-refund.ts';
import { offerClaim } from './offer-claim.ts';
import type { RefundRow } from './refund-row.ts';

const BATCH = 50;

/**
 * Sends pending refunds to their gateways. It runs right after the commit that stored a refund, and every
 * minute for refunds whose gateway was unavailable or whose process died. The refund's id makes repeats
 * harmless.
 */
export async function sendRefunds(app: App): Promise<void> {
  for (;;) {
    const due = await claimDue(app);
    for (const refund of due) await sendRefund(app, refund);
    if (due.length < BATCH) return;
  }
}

/**
 * Claims due refunds and sets their next time in one query, so that concurrent senders claim different ones.
 */
async function claimDue(app: App): Promise<RefundRow[]> {
  const { rows } = await sql<RefundRow>`
    update refunds set tries = tries + 1,
      next_try_at = app_now() + (array[${sql.join(outsideLadder.map((seconds) => sql`${seconds}::int`))}])[least(tries + 1, ${outsideLadder.length}::int)] * interval '1 second'
    where id in (
      select id from refunds where status = 'pending' and next_try_at <= app_now() order by next_try_at limit ${BATCH} for update skip locked
    ) returning *`.execute(app.db);
  return rows;
}

async function sendRefund(app: App, refund: RefundRow): Promise<void> {
  const payment = await one(
    sql<PaymentRow>`select * from payments where id = ${refund.payment_id}`.execute(app.db),
  );
  const about = { refund: refund.id, payment: payment.id, gateway: payment.gateway };
  let claim: RefundClaim | null;
  try {
    claim = await gatewayNamed(app, payment.gateway).refund(
      {
        paymentId: payment.id,
        reference: payment.gateway_reference,
        amountCents: payment.amount_cents,
        currency: payment.currency,
      },
      { id: refund.id, amountCents: refund.amount_cents },
    );
  } catch (error) {
    if (error instanceof GatewayRefused) {
      app.log.error(
        { err: error, ...about, alert: 'payments' },
        'a gateway refused a refund: refund it manually at the gateway',
      );
      await sql`update refunds set status = 'by_hand', failure_reason = ${error.message.slice(0, 300)} where id = ${refund.id} and status = 'pending'`.execute(
        app.db,
      );
    } else
      app.log.warn(
        { err: error, ...about, ...(refund.tries > 5 ? { alert: 'payments' } : {}) },
        'could not send a refund to its gateway',
      );
    return;
  }
  await inTransaction(app.db, async (tx) => {
    if (claim) await offerClaim(app, tx, refund.id, claim);
    else await completeRefund(app, tx, refund.id, null);
  });
  app.events.emit(refund.member_id, 'changed', { what: 'payments' });
}
