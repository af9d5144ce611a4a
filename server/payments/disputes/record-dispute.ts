import { sql } from 'kysely';
import type { DisputeResult } from '#contract/payments/disputes.ts';
import type { App } from '../../platform/app.ts';
import type { GatewayDispute, GatewayEvent, PaymentGateway } from '../gateways/gateway.ts';
import { noteContact } from '../gateways/note-contact.ts';
import { type PaymentRow, paymentOf } from '../payment-row.ts';
import { settlePayment } from '../settle-payment.ts';
import { resultBefore } from './result-before.ts';

/**
 * Takes back the credits of a payment that a gateway's list or an operator's file says is disputed, by the rules of a
 * notified chargeback, and stores the dispute under its number. A repeat changes nothing. A gateway whose status shows
 * chargebacks has to confirm the dispute there. Only a paid payment is changed, so a dispute never gives credits.
 */
export async function recordDispute(
  app: App,
  gateway: PaymentGateway,
  payment: PaymentRow,
  dispute: GatewayDispute,
  source: 'gateway' | 'file',
): Promise<DisputeResult> {
  const before = resultBefore(payment, dispute);
  const result = before === 'taken_back' ? await takeBack(app, gateway, payment, dispute) : before;
  await store(app, gateway, payment, { ...dispute, source, result });
  if (result !== 'taken_back' && result !== 'known' && result !== 'reversed')
    app.log.warn(
      { payment: payment.id, gateway: gateway.name, dispute: dispute.reference, result, alert: 'payments' },
      'a dispute needs an operator',
    );
  return result;
}

async function takeBack(
  app: App,
  gateway: PaymentGateway,
  payment: PaymentRow,
  dispute: GatewayDispute,
): Promise<DisputeResult> {
  const event =
    gateway.capabilities.chargebacks === 'in status'
      ? await confirmedBy(app, gateway, payment)
      : eventOf(payment, dispute.payment);
  if (event?.outcome !== 'chargeback') return 'unconfirmed';
  const settled = await settlePayment(app, gateway.name, event);
  if (settled.result === 'changed') return 'taken_back';
  const now = await paymentOf(app.db, payment.id);
  return now?.charged_back_at ? 'known' : 'unconfirmed';
}

const confirmedBy = (
  app: App,
  gateway: PaymentGateway,
  { id, gateway_reference: reference, amount_cents: amountCents, currency }: PaymentRow,
): Promise<GatewayEvent | null> =>
  noteContact(app, gateway, () => gateway.fetchStatus({ paymentId: id, reference, amountCents, currency }));

const eventOf = (payment: PaymentRow, reference: string): GatewayEvent => ({
  paymentId: payment.id,
  outcome: 'chargeback',
  // A file may name the payment by our own number.
  reference: reference === payment.id ? null : reference,
  amountCents: payment.amount_cents,
  currency: payment.currency,
  memberId: payment.member_id,
});

/** Keeps that a dispute took the credits back when it is examined again. */
async function store(
  app: App,
  { name }: PaymentGateway,
  payment: PaymentRow,
  dispute: GatewayDispute & { source: 'gateway' | 'file'; result: DisputeResult },
): Promise<void> {
  const { reference, amountCents, currency, reason, source, result, openedAt, reversedAt } = dispute;
  await sql`
    insert into gateway_disputes as d (gateway, reference, payment_id, amount_cents, currency, reason, source, result, opened_at, reversed_at)
    values (${name}, ${reference}, ${payment.id}, ${amountCents}, ${currency}, ${reason?.slice(0, 500) ?? null}, ${source}, ${result}, ${openedAt}, ${reversedAt})
    on conflict (payment_id, reference) do update set
      result = case when d.result = 'taken_back' then d.result else excluded.result end,
      reversed_at = coalesce(excluded.reversed_at, d.reversed_at)`.execute(app.db);
}
