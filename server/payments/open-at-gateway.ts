import { sql } from 'kysely';
import type { PaymentStatus } from '#contract/enums.ts';
import { localePath } from '#contract/lists/locales.ts';
import { textsOf } from '#mail/texts.ts';
import type { App } from '../platform/app.ts';
import type { Db } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import { originOf, settingsOf } from '../site-settings/index.ts';
import { closeOrders } from './close-orders.ts';
import { GatewayRefused, GatewayUnavailable, type GatewayEvent, type Mandate, type Order, type PaymentGateway } from './gateways/gateway.ts';
import { gatewayNamed } from './gateways/index.ts';
import { ownPayment, type PaymentRow } from './payment-row.ts';
import { settlePayment } from './settle-payment.ts';

export interface PaymentStarted {
  payment_id: string;
  status: PaymentStatus;
  redirect_url?: string;
}

/**
 * Opens a stored intent at its gateway and returns where the payer goes. Gateways open an order once however often they
 * are asked, so a repeat, or a process that takes over from a dead one, just asks again.
 *
 * Refuses `unavailable` while the gateway is away: the intent stays, and the poller asks about it; `payment_failed` when
 * the gateway refuses the order for good.
 */
export async function openAtGateway(app: App, intent: PaymentRow, mandate: Mandate | null = null): Promise<PaymentStarted> {
  if (intent.status !== 'pending') return { payment_id: intent.id, status: intent.status };
  if (intent.redirect_url) return { payment_id: intent.id, status: 'pending', redirect_url: intent.redirect_url };
  const gateway = gatewayNamed(app, intent.gateway);
  if (intent.method === 'sdd' && gateway.capabilities.directDebit && !mandate) {
    return {
      payment_id: intent.id,
      status: 'pending',
      redirect_url: localePath(intent.locale, `/directdebit?payment_id=${intent.id}&package=${intent.package_id}`),
    };
  }
  const started = await start(app, gateway, intent, mandate);
  await sql`
    update payments set gateway_reference = coalesce(gateway_reference, ${started.reference}), redirect_url = coalesce(redirect_url, ${started.redirectUrl})
    where id = ${intent.id}`.execute(app.db);
  if (started.event) await settlePayment(app, gateway.name, started.event);
  const now = (await ownPayment(app.db, intent.member_id, intent.id))!;
  // A newer order took the discount over meanwhile, and asked the gateway to close this one before the gateway knew it.
  if (now.status === 'cancelled') await closeOrders(app, [now]);
  return { payment_id: now.id, status: now.status, ...(now.status === 'pending' && now.redirect_url ? { redirect_url: now.redirect_url } : {}) };
}

async function start(app: App, gateway: PaymentGateway, intent: PaymentRow, mandate: Mandate | null) {
  const order = await orderOf(app, intent, mandate);
  try {
    return await gateway.start(order);
  } catch (error) {
    if (error instanceof GatewayRefused) {
      app.log.warn({ err: error, payment: intent.id, gateway: gateway.name, alert: 'payments' }, 'the payment gateway refuses an order');
      await settlePayment(app, gateway.name, failureOf(intent, error.message));
      throw refuse('payment_failed');
    }
    if (!(error instanceof GatewayUnavailable)) throw error;
    app.log.warn({ err: error, payment: intent.id, gateway: gateway.name }, 'the payment gateway is away');
    throw refuse('unavailable', undefined, 5);
  }
}

const failureOf = (intent: PaymentRow, reason: string): GatewayEvent => ({
  paymentId: intent.id,
  outcome: 'failed',
  reference: null,
  amountCents: intent.amount_cents,
  currency: intent.currency,
  memberId: intent.member_id,
  reason,
});

async function orderOf(app: App, intent: PaymentRow, mandate: Mandate | null): Promise<Order> {
  const { rows } = await sql<{ email: string | null }>`select email from members where id = ${intent.member_id}`.execute(app.db);
  const { mail_name } = await settingsOf(app, intent.host ?? undefined);
  return {
    paymentId: intent.id,
    memberId: intent.member_id,
    amountCents: intent.amount_cents,
    currency: intent.currency,
    country: intent.country,
    method: intent.method,
    // Bank statements are read by others: the discreet name, as mails have it, and the payer's own word for credits.
    description: `${mail_name}: ${textsOf('receipt').getFixedT(intent.locale, 'receipt')('credits', { count: intent.credits })}`,
    locale: intent.locale,
    email: rows[0]?.email ?? null,
    returnOrigin: await originOf(app, intent.host),
    returnPath: localePath(intent.locale, `/transactions/${intent.id}`),
    saveCard: intent.save_card,
    storedCard: intent.recurring ? await storedToken(app.db, intent) : null,
    mandate,
  };
}

/** The card to charge. When it is gone since the order was stored, the payer enters one at the gateway's page. */
async function storedToken(db: Db, intent: PaymentRow): Promise<{ token: string } | null> {
  const { rows } = await sql<{ token: string }>`
    select token from stored_cards where member_id = ${intent.member_id} and gateway = ${intent.gateway} order by id desc limit 1`.execute(db);
  return rows[0] ?? null;
}
