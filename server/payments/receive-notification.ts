import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import { refuse } from '../platform/http/refusal.ts';
import { enforce } from '../platform/limits.ts';
import {
  ForgedNotification,
  GatewayRefused,
  GatewayUnavailable,
  type Claim,
  type GatewayEvent,
  type Notification,
  type PaymentGateway,
} from './gateways/gateway.ts';
import { noteContact } from './gateways/note-contact.ts';
import { paymentOf, type PaymentRow } from './payment-row.ts';
import { changeOf, mismatchOf, stateOf } from './rules.ts';
import { settlePayment } from './settle-payment.ts';

/** Rate limits of unsigned notifications: per known payment, and per IP address for unknown references. */
const KNOWN = { points: 20, seconds: 600 };
const UNKNOWN = { points: 30, seconds: 600 };

export interface Received {
  gateway: string | undefined;
  notification: Notification;
  ip: string;
}

/**
 * payment-webhook.php: verifies a notification with its gateway, fetches the gateway's own status before
 * giving credits, and applies the result. Handles repeats in any order. Returns the response body that the
 * gateway expects. Unknown payments are acknowledged too, because gateways repeat unacknowledged
 * notifications. Throws `bad_request` for a forged notification or an unconfigured gateway, `conflict` if
 * amount, currency, member or reference do not match the intent or the gateway does not confirm the payment,
 * `too_many_requests` above the rate limits, and `unavailable` while the gateway is unreachable (the gateway
 * then repeats the notification).
 */
export async function receiveNotification(
  app: App,
  { gateway: named, notification, ip }: Received,
): Promise<string> {
  const { fields } = notification;
  const gateway = senderOf(app, named, fields);
  if (!gateway) throw refuse('bad_request');
  if (!gateway.capabilities.signs) await withinLimits(app, gateway, fields['id'] ?? '', ip);
  const claim = await asked(app, gateway, () => gateway.verify(notification));
  if (!claim) return gateway.acknowledgement;
  const payment = await paymentOf(app.db, claim.event.paymentId);
  if (payment?.gateway !== gateway.name) {
    app.log.warn(
      { gateway: gateway.name, payment: claim.event.paymentId },
      'a notification of an unknown payment',
    );
    return gateway.acknowledgement;
  }
  for (const event of await factsOf(app, gateway, payment, claim)) {
    const settled = await settlePayment(app, gateway.name, event);
    if (settled.result === 'mismatch') throw refuse('conflict');
  }
  return gateway.acknowledgement;
}

/**
 * The events to apply: the notification's claim, or the gateway's own status of the payment if the claim
 * would give credits.
 */
async function factsOf(
  app: App,
  gateway: PaymentGateway,
  payment: PaymentRow,
  { event, asked: isFact }: Claim,
): Promise<GatewayEvent[]> {
  if (isFact || !changeOf(stateOf(payment), event.outcome).credit) return [event];
  const { id, amount_cents: amountCents, currency } = payment;
  const reference = payment.gateway_reference ?? event.reference;
  const unlike = mismatchOf(payment, event);
  const fact = unlike
    ? null
    : await asked(app, gateway, () =>
        gateway.fetchStatus({ paymentId: id, reference, amountCents, currency }),
      );
  if (!fact || !changeOf(stateOf(payment), fact.outcome).credit) {
    app.log.warn(
      { payment: id, gateway: gateway.name, what: unlike ?? 'status', alert: 'payments' },
      'a gateway does not confirm its notification',
    );
    throw refuse('conflict');
  }
  const paid = { ...fact, ...(event.card && !fact.card ? { card: event.card } : {}) };
  // The gateway's status may lack a reversal that only the notification reports, so the sale is booked before
  // the reversal.
  return fact.outcome === 'paid' && event.outcome !== 'paid' ? [paid, event] : [paid];
}

function senderOf(
  app: App,
  name: string | undefined,
  fields: Record<string, string>,
): PaymentGateway | undefined {
  const { all } = app.parts.gateways;
  if (name !== undefined) return all.find((gateway) => gateway.name === name);
  return all.find((gateway) => gateway.recognises(fields)) ?? (all.length === 1 ? all[0] : undefined);
}

/**
 * Limits unsigned notifications, since each causes a request to the gateway. Throws `too_many_requests` above
 * the limit.
 */
async function withinLimits(app: App, gateway: PaymentGateway, reference: string, ip: string): Promise<void> {
  const { rows } =
    await sql`select from payments where gateway = ${gateway.name} and gateway_reference = ${reference.slice(0, 100)} limit 1`.execute(
      app.db,
    );
  if (rows.length > 0) await enforce(app.limits.limit('known-notification', KNOWN), reference);
  else await enforce(app.limits.limit('unknown-notification', UNKNOWN), ip);
}

async function asked<T>(
  app: App,
  gateway: PaymentGateway,
  question: () => Promise<T | null>,
): Promise<T | null> {
  try {
    return await noteContact(app, gateway, question);
  } catch (error) {
    if (error instanceof ForgedNotification) {
      app.log.warn({ gateway: gateway.name, reason: error.message }, 'rejected a forged notification');
      throw refuse('bad_request');
    }
    if (error instanceof GatewayRefused) return null;
    if (error instanceof GatewayUnavailable) throw refuse('unavailable', undefined, 30);
    throw error;
  }
}

export function fieldsOf(body: unknown): Record<string, string> {
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(
    Object.entries(body).flatMap(([key, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[key, String(value)]] : [],
    ),
  );
}
