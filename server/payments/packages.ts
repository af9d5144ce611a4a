import { sql } from 'kysely';
import type { CallQuery } from '#contract/calls.ts';
import type { VersionChange } from '#contract/experiments.ts';
import type { CountryCode } from '#contract/lists/countries.ts';
import { currencyOf } from '#contract/lists/currencies.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { PaymentMethod } from '#contract/lists/payment-methods.ts';
import { money } from '#contract/money.ts';
import type { CreditPackage, Packages } from '#contract/payments/orders.ts';
import { packagePrice } from '#contract/rules/price-rules.ts';
import { groundOf, versionForMember } from '../experiments/index.ts';
import type { App } from '../platform/app.ts';
import type { Db } from '../platform/database/index.ts';
import type { CallContext, MemberSession } from '../platform/http/context.ts';
import { companyOf, settingsOf } from '../site-settings/index.ts';
import { methodsIn } from './catalogue/methods-of.ts';
import { paymentCountriesOf } from './catalogue/payment-countries.ts';
import { vatPercentageOf } from './catalogue/vat.ts';
import { activeDiscount, type Discount } from './discounts/discounts.ts';
import { payerOf, payingCountry, siteHostOf } from './payer.ts';
import { isOfferedTo } from './rules.ts';

export interface PricedPackage {
  id: number;
  credits: number;
  recommended: boolean;
  price_cents: number;
}

export async function packagesIn(db: Db, currency: string): Promise<PricedPackage[]> {
  const { rows } = await sql<PricedPackage>`
    select p.id, p.credits, p.recommended, c.price_cents
    from packages p join package_prices c on c.package_id = p.id and c.currency = ${currency}
    where p.active order by p.position, p.id`.execute(db);
  return rows;
}

/**
 * The currency that a country pays in on a site: the one configured for the country, or else its own, if a
 * payment method there takes it; otherwise the euro.
 */
export async function payingCurrency(
  app: Pick<App, 'db' | 'events' | 'parts'>,
  country: CountryCode,
  host: string,
): Promise<string> {
  const currency = currencyOf(country, (await settingsOf(app, host)).country_currencies);
  return (await methodsIn(app, country, currency)).length > 0 ? currency : 'EUR';
}

/**
 * GET /api/packages.php: packages and methods for the country that a member pays from, by default the home
 * country (profile, else GeoIP, else the site's). Another country that the member may not pay from counts as
 * the home country. Prices include the active discount, which also applies to a payment without a code.
 */
export async function packagesFor(
  app: App,
  {
    member,
    ip,
    host,
    locale,
  }: Pick<
    CallContext<Pick<MemberSession, 'memberId' | 'language'> | null>,
    'member' | 'ip' | 'host' | 'locale'
  >,
  query: CallQuery<'packages'>,
): Promise<Packages> {
  const payer = member && (await payerOf(app.db, member.memberId));
  const home = await payingCountry(app, payer, ip, host);
  const site = siteHostOf(payer, host);
  const countries = payer ? await paymentCountriesOf(app, home, site) : [home];
  const country = countries.find((one) => one === query.country) ?? home;
  const currency = await payingCurrency(app, country, site);
  const offered = await methodsIn(app, country, currency);
  const methods = offered.filter(({ method }) => isOfferedTo(payer, method, { home, country }));
  const [{ message_credits }, { id: _id, ...company }, priced, discount, mostChosen, vat, change] =
    await Promise.all([
      settingsOf(app, site),
      companyOf(app, site),
      packagesIn(app.db, currency),
      payer ? activeDiscount(app, app.db, payer) : null,
      app.parts.mostChosen(),
      settingsOf(app, site).then(({ time_zone }) => vatPercentageOf(app.db, home, time_zone)),
      changeFor(app, query.usual ? null : member, site),
    ]);
  return {
    packages: arranged(priced, change).map((one) =>
      present(one, currency, discount, message_credits, mostChosen),
    ),
    ...leadOf(change.words, locale ?? member?.language),
    methods: methods.map(({ method, costsCents }) => ({
      id: method,
      transaction_costs: money(costsCents, currency),
    })),
    company,
    country: home,
    payment_country: country,
    payment_countries: countries,
    vat_percentage: vat,
    debt: payer?.credit_debt ?? 0,
    stored_card: payer ? await storedCardOf(app.db, payer.id) : null,
    last_order: payer ? await lastOrderOf(app.db, payer.id) : null,
  };
}

/** What an experiment changes on the price page that a member sees. */
async function changeFor(
  app: App,
  member: Pick<MemberSession, 'memberId'> | null,
  host: string | undefined,
): Promise<VersionChange> {
  if (!member) return {};
  const version = await versionForMember(app, { member: member.memberId, host }, groundOf('price_page', ''));
  return version?.change ?? {};
}

/** The packages as a version of the price page shows them. Their prices and credits stay the same. */
function arranged(packages: PricedPackage[], { order, recommended }: VersionChange): PricedPackage[] {
  const marked = packages.map((one) =>
    recommended === undefined ? one : { ...one, recommended: one.id === recommended },
  );
  if (order === undefined) return marked;
  const direction = order === 'most_first' ? -1 : 1;
  return marked.toSorted((a, b) => direction * (a.credits - b.credits));
}

function leadOf(words: VersionChange['words'], language: Locale | undefined): { lead?: string } {
  const lead = language && words?.[language];
  return lead ? { lead } : {};
}

function present(
  priced: PricedPackage,
  currency: string,
  discount: Discount | null,
  messageCredits: number,
  mostChosen: number | null,
): CreditPackage {
  const { cents, perMessageCents, oldCents, percentage } = packagePrice(
    { cents: priced.price_cents, credits: priced.credits },
    discount,
    messageCredits,
  );
  return {
    id: priced.id,
    credits: priced.credits,
    price: money(cents, currency),
    price_per_message: money(perMessageCents, currency),
    popular: priced.id === mostChosen,
    recommended: priced.recommended,
    discount:
      oldCents === null || discount === null
        ? null
        : { percentage, old_price: money(oldCents, currency), code: discount.code },
  };
}

async function storedCardOf(db: Db, memberId: number): Promise<Packages['stored_card']> {
  const { rows } = await sql<{ id: number; brand: string; last4: string }>`
    select id, brand, last4 from stored_cards where member_id = ${memberId} order by id desc limit 1`.execute(
    db,
  );
  return rows[0] ?? null;
}

async function lastOrderOf(db: Db, memberId: number): Promise<Packages['last_order']> {
  const { rows } = await sql<{
    package_id: number;
    method: PaymentMethod;
    credits: number;
    amount_cents: number;
    currency: string;
    created_at: Date;
  }>`
    select o.package_id, o.method, o.credits, o.amount_cents, o.currency, o.created_at
    from payments o join packages p on p.id = o.package_id and p.active
    where o.member_id = ${memberId} and o.status = 'completed' order by o.created_at desc limit 1`.execute(
    db,
  );
  const order = rows[0];
  if (!order) return null;
  const { package_id, method, credits, amount_cents, currency, created_at } = order;
  return {
    package: package_id,
    method,
    credits,
    amount: money(amount_cents, currency),
    created_at: created_at.toISOString(),
  };
}
