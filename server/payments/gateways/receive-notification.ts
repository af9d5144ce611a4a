import type { App } from '../../platform/app.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { ForgedNotification, GatewayRefused, GatewayUnavailable, type PaymentGateway } from './gateway.ts';
import { gatewaysOf } from './index.ts';
import { settlePayment } from '../settle-payment.ts';

/**
 * POST /api/payment-webhook.php: verifies a notification with its gateway and applies it. Any number of repeats, in any
 * order. Returns the body that the gateway wants; a payment that is not ours is acknowledged too, or it would be
 * repeated for ever.
 *
 * Refuses `bad_request` for a forged one or a gateway that is not configured, `conflict` when amount, currency, member
 * or reference do not match the intent, `unavailable` while the gateway cannot be asked (it repeats later).
 */
export async function receiveNotification(app: App, gatewayName: string | undefined, fields: Record<string, string>): Promise<string> {
  const gateway = speakerOf(app, gatewayName, fields);
  if (!gateway) throw refuse('bad_request');
  const event = await verified(app, gateway, fields);
  if (!event) return gateway.acknowledgement;
  const settled = await settlePayment(app, gateway.name, event);
  if (settled.result === 'mismatch') throw refuse('conflict');
  if (settled.result === 'unknown') app.log.warn({ gateway: gateway.name, payment: event.paymentId }, 'a notification of a payment that is not ours');
  return gateway.acknowledgement;
}

/** Who speaks: as the address says, else as the fields look, else the only gateway there is. */
function speakerOf(app: App, name: string | undefined, fields: Record<string, string>): PaymentGateway | undefined {
  const { all } = gatewaysOf(app);
  const guess = name ?? ('shopID' in fields ? 'verotel' : (fields['id'] ?? '').startsWith('tr_') ? 'mollie' : undefined);
  return guess === undefined ? (all.length === 1 ? all[0] : undefined) : all.find((gateway) => gateway.name === guess);
}

async function verified(app: App, gateway: PaymentGateway, fields: Record<string, string>) {
  try {
    return await gateway.verify({ fields });
  } catch (error) {
    if (error instanceof ForgedNotification) {
      app.log.warn({ gateway: gateway.name, reason: error.message }, 'a forged notification');
      throw refuse('bad_request');
    }
    // It names a payment that the gateway does not know.
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
