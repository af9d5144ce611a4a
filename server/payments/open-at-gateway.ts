import { sql } from 'kysely';
import { localePath } from '#contract/lists/locales.ts';
import { needsMandate } from '#contract/lists/payment-methods.ts';
import { must } from '#contract/must.ts';
import type { PaymentStatus } from '#contract/payments/orders.ts';
import { textsOf } from '#mail/texts.ts';
import type { App } from '../platform/app.ts';
import type { Db } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import { originOf, settingsOf } from '../site-settings/index.ts';
import { closeOrders } from './close-orders.ts';
import {
  GatewayRefused,
  GatewayUnavailable,
  type GatewayEvent,
  type Mandate,
  type Order,
  type PaymentGateway,
} from './gateways/gateway.ts';
import { gatewayNamed } from './gateways/index.ts';
import { noteContact } from './gateways/note-contact.ts';
import { ownPayment, type PaymentRow } from './payment-row.ts';
import { settlePayment } from './settle-payment.ts';

export interface PaymentStarted {
  payment_id: string;
  status: PaymentStatus;
  redirect_url?: string;
}

/**
 * Opens a stored intent at its gateway and returns where to send the payer. Gateways open an order only once
 * per id, so a repeated call, or another process after a crash, is safe. Throws `unavailable` while the
 * gateway is unreachable (the intent stays pending, and the poller fetches its status), and `payment_failed`
 * if the gateway rejects the order permanently.
 */
export async function openAtGateway(
  app: App,
  intent: PaymentRow,
  mandate: Mandate | null = null,
): Promise<PaymentStarted> {
  if (intent.status !== 'pending') return { payment_id: intent.id, status: intent.status };
  if (intent.redirect_url)
    return { payment_id: intent.id, status: 'pending', redirect_url: intent.redirect_url };
  const gateway = gatewayNamed(app, intent.gateway);
  if (needsMandate(intent.method) && gateway.capabilities.directDebit && !mandate) {
    return {
      payment_id: intent.id,
      status: 'pending',
      redirect_url: localePath(
        intent.locale,
        `/directdebit?payment_id=${intent.id}&package=${intent.package_id}`,
      ),
    };
  }
  const started = await start(app, gateway, intent, mandate);
  await sql`
    update payments set gateway_reference = coalesce(gateway_reference, ${started.reference}), redirect_url = coalesce(redirect_url, ${started.redirectUrl})
    where id = ${intent.id}`.execute(app.db);
  if (started.event) await settlePayment(app, gateway.name, started.event);
  const now = must(await ownPayment(app.db, intent.member_id, intent.id), 'payment of the intent');
  // A newer order has taken the discount in the meantime and tried to close this one before the gateway knew
  // it.
  if (now.status === 'cancelled') await closeOrders(app, [now]);
  return {
    payment_id: now.id,
    status: now.status,
    ...(now.status === 'pending' && now.redirect_url ? { redirect_url: now.redirect_url } : {}),
  };
}

async function start(app: App, gateway: PaymentGateway, intent: PaymentRow, mandate: Mandate | null) {
  const order = await orderOf(app, intent, mandate);
  try {
    return await noteContact(app, gateway, () => gateway.start(order));
  } catch (error) {
    if (error instanceof GatewayRefused) {
      app.log.warn(
        { err: error, payment: intent.id, gateway: gateway.name, alert: 'payments' },
        'the payment gateway refused an order',
      );
      await settlePayment(app, gateway.name, failureOf(intent, error.message));
      throw refuse('payment_failed');
    }
    if (!(error instanceof GatewayUnavailable)) throw error;
    app.log.warn(
      { err: error, payment: intent.id, gateway: gateway.name },
      'the payment gateway is unavailable',
    );
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
  const { rows } = await sql<{
    email: string | null;
  }>`select email from members where id = ${intent.member_id}`.execute(app.db);
  const { mail_name } = await settingsOf(app, intent.host ?? undefined);
  return {
    paymentId: intent.id,
    memberId: intent.member_id,
    amountCents: intent.amount_cents,
    currency: intent.currency,
    country: intent.country,
    method: intent.method,
    // Other people may see a bank statement, so it shows the site's discreet name, as mails do, and describes
    // the credits in the payer's language.
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

/**
 * The card to charge. If the payer has removed it since ordering, this returns null and the payer enters a
 * card on the gateway's page.
 */
async function storedToken(db: Db, intent: PaymentRow): Promise<{ token: string } | null> {
  const { rows } = await sql<{ token: string }>`
    select token from stored_cards where member_id = ${intent.member_id} and gateway = ${intent.gateway} order by id desc limit 1`.execute(
    db,
  );
  return rows[0] ?? null;
}
