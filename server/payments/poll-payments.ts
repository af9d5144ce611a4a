import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import { forgetOrder } from './forget-order.ts';
import type { Intent, PaymentGateway } from './gateways/gateway.ts';
import { noteContact } from './gateways/note-contact.ts';
import type { PaymentRow } from './payment-row.ts';
import { openForSeconds, pollAfterSeconds } from './rules.ts';
import { settlePayment } from './settle-payment.ts';

const BATCH = 50;

/**
 * Fetches the status of open payments without a notification, including those whose process died between the
 * gateway's response and the commit. Cancels payments that the gateway does not know or that stayed open too
 * long. Also fetches the status of superseded orders that may not have been closed, so that no money is lost.
 */
export async function pollPayments(app: App): Promise<void> {
  for (;;) {
    const due = await claimDue(app);
    for (const payment of due) {
      try {
        await pollPayment(app, payment);
      } catch (error) {
        app.log.warn(
          { err: error, payment: payment.id, gateway: payment.gateway },
          'could not fetch the status of a payment from its gateway',
        );
      }
    }
    if (due.length < BATCH) return;
  }
}

/**
 * Claims due payments and sets their next time in one query, so that concurrent pollers never fetch the same
 * status.
 */
async function claimDue(app: App): Promise<(PaymentRow & { open_seconds: number })[]> {
  const due = await sql<{ id: string; poll_tries: number }>`
    select id, poll_tries from payments where next_poll_at <= app_now() order by next_poll_at limit ${BATCH}`.execute(
    app.db,
  );
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
  const intent = {
    paymentId: payment.id,
    reference: payment.gateway_reference,
    amountCents: payment.amount_cents,
    currency: payment.currency,
  };
  if (await settleByStatus(app, gateway, intent)) return;
  const over = payment.open_seconds >= openForSeconds(payment.method);
  if (!over && payment.status === 'pending') return;
  // An order that cannot be closed may just have been paid, so its status is fetched once more before it is
  // given up.
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

export async function settleByStatus(app: App, gateway: PaymentGateway, intent: Intent): Promise<boolean> {
  const event = await noteContact(app, gateway, () => gateway.fetchStatus(intent));
  if (!event || event.outcome === 'pending') return false;
  const { result } = await settlePayment(app, gateway.name, event);
  if (event.mayStillArrive) return result === 'changed';
  await forgetOrder(app, intent.paymentId);
  return true;
}
