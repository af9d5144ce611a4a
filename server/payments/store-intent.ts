import { sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import type { CountryCode } from '#contract/lists/countries.ts';
import type { Locale } from '#contract/lists/locales.ts';
import { isCard, type PaymentMethod } from '#contract/lists/payment-methods.ts';
import { must } from '#contract/must.ts';
import { discountedCents } from '#contract/rules/price-rules.ts';
import { isSpendingPaused } from '../credits/index.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, type Tx } from '../platform/database/index.ts';
import { refuse, refuseFields } from '../platform/http/refusal.ts';
import { settingsOf } from '../site-settings/index.ts';
import { methodsIn } from './catalogue/methods-of.ts';
import { paymentCountriesOf } from './catalogue/payment-countries.ts';
import { vatPercentageOf } from './catalogue/vat.ts';
import { closeOrders, type ClosedOrder } from './close-orders.ts';
import { isHeldByAnother } from './discounts/discount-left.ts';
import {
  activeDiscount,
  discountOf,
  fits,
  type Discount,
  type DiscountedOrder,
} from './discounts/discounts.ts';
import { takeOverDiscount } from './discounts/take-over-discount.ts';
import { gatewayToTry } from './gateway-to-try.ts';
import { packagesIn, payingCurrency, type PricedPackage } from './packages.ts';
import { lockPayer, payerOf, payingCountry, siteHostOf, type Payer } from './payer.ts';
import { ownPayment, paymentOfKey, type PaymentRow } from './payment-row.ts';
import { isOfferedTo, pollAfterSeconds } from './rules.ts';

export interface OrderRequest {
  memberId: number;
  packageId: number;
  method: PaymentMethod;
  /** The country that the member pays from, if it is not the home country. */
  paymentCountry?: CountryCode | undefined;
  /** Defaults to the active discount (time bonus, else welcome code), if any. */
  discountCode?: string | undefined;
  idempotencyKey: string;
  recurring: boolean;
  saveCard: boolean;
  consent: boolean;
  returnTo: string | null;
  locale: Locale;
  ip: string;
  host: string;
}

export async function storeIntent(app: App, request: OrderRequest): Promise<PaymentRow> {
  const { memberId, idempotencyKey } = request;
  if (!request.consent) throw refuseFields({ consent: 'consent_required' });
  const existing = await paymentOfKey(app.db, memberId, idempotencyKey);
  if (existing) return existing;
  const payer = await payerOf(app.db, memberId);
  if (!payer) throw refuse('authentication_required');
  if (payer.unconfirmed) throw refuse('address_unconfirmed');
  if (await isSpendingPaused(app.db, memberId)) throw refuse('spending_paused');
  const site = siteHostOf(payer, request.host);
  const home = await payingCountry(app, payer, request.ip, request.host);
  const country = request.paymentCountry ?? home;
  if (country !== home && !(await paymentCountriesOf(app, home, site)).includes(country))
    throw refuse('method_unavailable');
  const currency = await payingCurrency(app, country, site);
  const priced = (await packagesIn(app.db, currency)).find(({ id }) => id === request.packageId);
  if (!priced) throw refuse('not_found');
  const offer = (await methodsIn(app, country, currency)).find(
    ({ method }) => method === request.method && isOfferedTo(payer, method, { home, country }),
  );
  const gateway = offer && (await gatewayToTry(app, request, country, currency));
  if (!gateway) throw refuse('method_unavailable');
  if (request.recurring) await requireStoredCard(app, request, gateway.name);

  const { intent, closed } = await inTransaction(app.db, async (tx) => {
    const locked = await lockPayer(tx, memberId);
    if (!locked) throw refuse('authentication_required');
    const repeated = await paymentOfKey(tx, memberId, idempotencyKey);
    if (repeated) return { intent: repeated, closed: [] };
    return insertIntent(app, tx, {
      request,
      payer: locked,
      country: home,
      paymentCountry: country,
      currency,
      priced,
      costs: offer.costsCents,
      gateway: gateway.name,
    });
  });
  await closeOrders(app, closed);
  return intent;
}

interface Draft {
  request: OrderRequest;
  payer: Payer;
  /** The home country, whatever country the member pays from. */
  country: CountryCode;
  paymentCountry: CountryCode;
  currency: string;
  priced: PricedPackage;
  costs: number;
  gateway: PaymentRow['gateway'];
}

async function insertIntent(
  app: App,
  tx: Tx,
  draft: Draft,
): Promise<{ intent: PaymentRow; closed: ClosedOrder[] }> {
  const { request, payer, country, currency, priced, costs, gateway } = draft;
  const order: DiscountedOrder = {
    country,
    currency,
    priceCents: priced.price_cents,
    method: request.method,
  };
  const discount = await discountFor(app, tx, payer, request.discountCode, order);
  const closed =
    discount && discount.validity !== 'unlimited'
      ? await takeOverDiscount(tx, payer.id, discount.group, null)
      : [];
  const price = discount ? discountedCents(priced.price_cents, discount.percentage) : priced.price_cents;
  const id = uuidV7();
  const { time_zone } = await settingsOf(app, siteHostOf(payer, request.host));
  await sql`
    insert into payments (id, member_id, package_id, credits, amount_cents, costs_cents, currency, country, payment_country, vat_percentage, discount_code,
      discount_cents, method, gateway, recurring, save_card, status, idempotency_key, return_to, consent_at, locale, host, created_at, next_poll_at)
    values (${id}, ${payer.id}, ${priced.id}, ${priced.credits}, ${price + costs}, ${costs}, ${currency}, ${country}, ${draft.paymentCountry}, ${await vatPercentageOf(tx, country, time_zone)},
      ${discount?.code ?? null}, ${priced.price_cents - price}, ${request.method}, ${gateway}, ${request.recurring}, ${request.saveCard}, 'pending',
      ${request.idempotencyKey}, ${request.returnTo}, app_now(), ${request.locale}, ${siteHostOf(payer, request.host)},
      app_now(), app_now() + ${pollAfterSeconds(0)} * interval '1 second')`.execute(tx);
  return { intent: must(await ownPayment(tx, payer.id, id), 'payment that was just stored'), closed };
}

async function discountFor(
  app: App,
  tx: Tx,
  payer: Payer,
  code: string | undefined,
  order: DiscountedOrder,
): Promise<Discount | null> {
  if (!code?.trim()) {
    const active = await activeDiscount(app, tx, payer);
    return active && fits(active, order) ? active : null;
  }
  const discount = await discountOf(app, tx, code, payer);
  if (!fits(discount, order)) throw refuse('discount_not_valid');
  if (discount.validity === 'once' && (await isHeldByAnother(tx, payer.id, discount.code)))
    throw refuse('code_used');
  return discount;
}

async function requireStoredCard(app: App, request: OrderRequest, gateway: string): Promise<void> {
  const { rows } =
    await sql`select from stored_cards where member_id = ${request.memberId} and gateway = ${gateway}`.execute(
      app.db,
    );
  if (rows.length === 0 || !isCard(request.method)) throw refuse('method_unavailable');
}
