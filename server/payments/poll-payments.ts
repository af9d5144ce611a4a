import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import { forgetOrder } from './close-orders.ts';
import type { Intent, PaymentGateway } from './gateways/gateway.ts';
import type { PaymentRow } from './payment-row.ts';
import { openForSeconds, pollAfterSeconds } from './rules.ts';
import { settlePayment } from './settle-payment.ts';

const BATCH = 50;

/**
 * Asks the gateways about open payments that no notification came for, also those whose process died between the
 * gateway's answer and the commit. One that the gateway never heard of, or left open beyond its time, is cancelled. Asks
 * too about superseded orders that were not known to be closed: money that arrived is never lost.
 */
export async function pollPayments(app: App): Promise<void> {
  for (;;) {
    const due = await claimDue(app);
    for (const payment of due) {
      try {
        await pollPayment(app, payment);
      } catch (error) {
        app.log.warn({ err: error, payment: payment.id, gateway: payment.gateway }, 'a payment could not be asked about');
      }
    }
    if (due.length < BATCH) return;
  }
}

/** Takes due payments and sets when they are due again, in one statement: pollers beside each other never ask twice. */
async function claimDue(app: App): Promise<(PaymentRow & { open_seconds: number })[]> {
  const due = await sql<{ id: string; poll_tries: number }>`
    select id, poll_tries from payments where next_poll_at <= app_now() order by next_poll_at limit ${BATCH}`.execute(app.db);
  const claimed: (PaymentRow & { open_seconds: number })[] = [];
  for (const { id, poll_tries } of due.rows) {
    const { rows } = await sql<PaymentRow & { open_seconds: number }>`
      update payments set poll_tries = poll_tries + 1, next_poll_at = app_now() + ${pollAfterSeconds(poll_tries + 1)} * interval '1 second'
      where id = ${id} and next_poll_at <= app_now() and poll_tries = ${poll_tries}
      returning *, extract(epoch from app_now() - created_at)::float8 as open_seconds`.execute(app.db);
    claimed.push(...rows);
  }
  return claimed;
}

async function pollPayment(app: App, payment: PaymentRow & { open_seconds: number }): Promise<void> {
  const gateway = app.parts.gateways.all.find(({ name }) => name === payment.gateway);
  if (!gateway) return;
  const intent = { paymentId: payment.id, reference: payment.gateway_reference, amountCents: payment.amount_cents, currency: payment.currency };
  if (await settleByStatus(app, gateway, intent)) return;
  const over = payment.open_seconds >= openForSeconds(payment.method);
  if (!over && payment.status === 'pending') return;
  // One that cannot be closed may have been paid at this very moment: it is asked about once more before it is given up.
  const closed = await gateway.cancel(intent);
  if (!closed && (await settleByStatus(app, gateway, intent))) return;
  if (payment.status !== 'pending') {
    if (closed || over) await forgetOrder(app, payment.id);
    return;
  }
  await settlePayment(app, gateway.name, {
    paymentId: payment.id,
    outcome: 'cancelled',
    reference: payment.gateway_reference,
    amountCents: payment.amount_cents,
    currency: payment.currency,
    memberId: payment.member_id,
    reason: 'expired',
  });
}

/** Applies what the gateway says of an order; false when it says that nothing is decided. */
async function settleByStatus(app: App, gateway: PaymentGateway, intent: Intent): Promise<boolean> {
  const event = await gateway.fetchStatus(intent);
  if (!event || event.outcome === 'pending') return false;
  await settlePayment(app, gateway.name, event);
  await forgetOrder(app, intent.paymentId);
  return true;
}
