import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import { refuse } from '../platform/http/refusal.ts';
import { paymentOf, type PaymentRow } from './payment-row.ts';
import { changeOf, mismatchOf, stateOf } from './rules.ts';
import { settlePayment } from './settle-payment.ts';
import { ForgedNotification, GatewayRefused, GatewayUnavailable, type Claim, type GatewayEvent, type PaymentGateway } from './gateways/gateway.ts';

/** Unsigned notifications: of a payment that is known here by its reference, and by address of anything else. */
const KNOWN = { points: 20, seconds: 600 };
const UNKNOWN = { points: 30, seconds: 600 };

/** A notification as it came in. */
export interface Received {
  /** As the address names it. */
  gateway: string | undefined;
  fields: Record<string, string>;
  ip: string;
}

/**
 * payment-webhook.php: verifies a notification with its gateway, asks the gateway itself before credits are created, and
 * applies what it says. Any number of repeats, in any order. Returns the body that the gateway wants; a payment that is
 * not ours is acknowledged too, or it would be repeated for ever.
 *
 * Refuses `bad_request` for a forged one or a gateway that is not configured, `conflict` when amount, currency, member
 * or reference do not match the intent or the gateway itself does not say that it was paid, `too_many_requests`,
 * `unavailable` while the gateway cannot be asked (it repeats later).
 */
export async function receiveNotification(app: App, { gateway: named, fields, ip }: Received): Promise<string> {
  const gateway = speakerOf(app, named, fields);
  if (!gateway) throw refuse('bad_request');
  if (!gateway.capabilities.signs) await withinLimits(app, gateway, fields['id'] ?? '', ip);
  const claim = await asked(app, gateway, () => gateway.verify({ fields }));
  if (!claim) return gateway.acknowledgement;
  const payment = await paymentOf(app.db, claim.event.paymentId);
  if (payment?.gateway !== gateway.name) {
    app.log.warn({ gateway: gateway.name, payment: claim.event.paymentId }, 'a notification of a payment that is not ours');
    return gateway.acknowledgement;
  }
  for (const event of await factsOf(app, gateway, payment, claim)) {
    const settled = await settlePayment(app, gateway.name, event);
    if (settled.result === 'mismatch') throw refuse('conflict');
  }
  return gateway.acknowledgement;
}

/** What is to be applied: the claim itself, or where it would create credits the gateway's own word on the payment. */
async function factsOf(app: App, gateway: PaymentGateway, payment: PaymentRow, { event, asked: isFact }: Claim): Promise<GatewayEvent[]> {
  if (isFact || !changeOf(stateOf(payment), event.outcome).credit) return [event];
  const { id, amount_cents: amountCents, currency } = payment;
  const reference = payment.gateway_reference ?? event.reference;
  const unlike = mismatchOf(payment, event);
  const fact = unlike ? null : await asked(app, gateway, () => gateway.fetchStatus({ paymentId: id, reference, amountCents, currency }));
  if (!fact || !changeOf(stateOf(payment), fact.outcome).credit) {
    app.log.warn({ payment: id, gateway: gateway.name, what: unlike ?? 'status', alert: 'payments' }, 'a gateway does not stand by its notification');
    throw refuse('conflict');
  }
  const paid = { ...fact, ...(event.card && !fact.card ? { card: event.card } : {}) };
  // It may know a reversal only by the notification: the sale is booked first, then what took it back.
  return fact.outcome === 'paid' && event.outcome !== 'paid' ? [paid, event] : [paid];
}

/** Who speaks: as the address says, else as the fields look, else the only gateway there is. */
function speakerOf(app: App, name: string | undefined, fields: Record<string, string>): PaymentGateway | undefined {
  const { all } = app.parts.gateways;
  if (name !== undefined) return all.find((gateway) => gateway.name === name);
  if ('shopID' in fields) return all.find((gateway) => gateway.name === 'verotel');
  if (fields['id']?.startsWith('tr_')) return all.find((gateway) => gateway.name === 'mollie');
  return all.length === 1 ? all[0] : undefined;
}

/** Each unsigned notification makes a call to the gateway: a stranger's flood ends here. Refuses `too_many_requests`. */
async function withinLimits(app: App, gateway: PaymentGateway, reference: string, ip: string): Promise<void> {
  const { rows } = await sql`select from payments where gateway = ${gateway.name} and gateway_reference = ${reference.slice(0, 100)} limit 1`.execute(app.db);
  const seconds = await (rows.length > 0
    ? app.limits.limit('known-notification', KNOWN).take(reference)
    : app.limits.limit('unknown-notification', UNKNOWN).take(ip));
  if (seconds !== null) throw refuse('too_many_requests', {}, seconds);
}

/** The gateway's answer; null when it names a payment that the gateway does not know. */
async function asked<T>(app: App, gateway: PaymentGateway, question: () => Promise<T | null>): Promise<T | null> {
  try {
    return await question();
  } catch (error) {
    if (error instanceof ForgedNotification) {
      app.log.warn({ gateway: gateway.name, reason: error.message }, 'a forged notification');
      throw refuse('bad_request');
    }
    if (error instanceof GatewayRefused) return null;
    if (error instanceof GatewayUnavailable) throw refuse('unavailable', undefined, 30);
    throw error;
  }
}

/** The notification's fields as flat text: forms, queries and JSON alike. */
export function fieldsOf(body: unknown): Record<string, string> {
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(
    Object.entries(body).flatMap(([key, value]) => (typeof value === 'string' || typeof value === 'number' ? [[key, String(value)]] : [])),
  );
}
