import { sql } from 'kysely';
import { isCountry, type CountryCode } from '#contract/lists/countries.ts';
import { currencyOf } from '#contract/lists/currencies.ts';
import { needsMandate, type PaymentMethod } from '#contract/lists/payment-methods.ts';
import type { App } from '../../platform/app.ts';
import { settingsOf } from '../../site-settings/index.ts';

/**
 * The countries that a member may pay from: the home country, and each other open country with a method that
 * operators offer and a gateway supports. Direct debit does not count (docs/product.md 13.9).
 */
export async function paymentCountriesOf(
  app: Pick<App, 'db' | 'events' | 'parts'>,
  home: CountryCode,
  host: string,
): Promise<CountryCode[]> {
  const { countries: open, country_currencies } = await settingsOf(app, host);
  const { rows } = await sql<{ country: string; methods: PaymentMethod[] }>`
    select country, array_agg(method) as methods from payment_methods where active group by country order by country`.execute(
    app.db,
  );
  const offers = rows.flatMap(({ country, methods }) =>
    isCountry(country) && country !== home && open.includes(country) ? [{ country, methods }] : [],
  );
  const isPayable = await Promise.all(
    offers.map(async ({ country, methods }) => {
      const currencies = [currencyOf(country, country_currencies), 'EUR'];
      const taken = await Promise.all(
        app.parts.gateways.all.flatMap((gateway) =>
          currencies.map((currency) => gateway.methods(country, currency)),
        ),
      );
      const takes = new Set(taken.flat());
      return methods.some((method) => takes.has(method) && !needsMandate(method));
    }),
  );
  return [home, ...offers.flatMap(({ country }, i) => (isPayable[i] ? [country] : []))];
}
