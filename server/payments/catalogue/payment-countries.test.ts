import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { overrideSettings } from '#support/assembled-site.ts';
import { openTill, type Till } from '#support/till.ts';

// Members choose the country that they pay from; the home country keeps deciding VAT and codes
// (docs/product.md 13.9).

let till: Till;
beforeAll(async () => {
  till = await openTill();
});
afterAll(() => till.close());
afterEach(() => till.ledgerAddsUp());

const idsOf = (methods: { id: string }[]) => methods.map(({ id }) => id);

async function orderOf(payment: string) {
  const { rows } = await sql<{ country: string; currency: string; vat_percentage: string; method: string }>`
    select country, currency, vat_percentage, method from payments where id = ${payment}`.execute(
    till.site.app.db,
  );
  return rows[0]!;
}

test('sells a member in the Netherlands credits in złoty by BLIK, with Dutch VAT', async () => {
  const payer = await till.payer();
  const atHome = (await payer.get('/api/packages.php')).body;
  expect(atHome).toMatchObject({ country: 'NL', payment_country: 'NL' });
  expect(atHome.payment_countries[0]).toBe('NL');
  expect(atHome.payment_countries).toContain('PL');
  expect(idsOf(atHome.methods)).not.toContain('blik');

  const polish = (await payer.get('/api/packages.php?country=PL')).body;
  expect(polish).toMatchObject({
    country: 'NL',
    payment_country: 'PL',
    vat_percentage: atHome.vat_percentage,
  });
  expect(idsOf(polish.methods)).toContain('blik');
  expect(polish.packages[0].price.currency).toBe('PLN');

  const order = await payer.pay({ method: 'blik', payment_country: 'PL' });
  expect(order.status).toBe(201);
  expect(await orderOf(order.body.payment_id)).toEqual({
    country: 'NL',
    currency: 'PLN',
    vat_percentage: `${atHome.vat_percentage}.0`,
    method: 'blik',
  });
  expect((await till.checkout(order.body.payment_id, 'paid')).status).toBe(200);
  await expect.poll(() => payer.credits()).toBe(50);
});

test('takes a code for the home country only, whatever country the member pays from', async () => {
  for (const country of ['NL', 'PL'])
    await sql`insert into discount_codes (code, country, value_percentage, validity, status)
      values (${`ONLY${country}`}, ${country}, 10, 'unlimited', 'active')`.execute(till.site.app.db);
  const payer = await till.payer();
  const from = { method: 'blik', payment_country: 'PL' };
  expect((await payer.pay({ ...from, discountcode: 'ONLYPL' })).body.error).toBe('discount_not_valid');
  expect((await payer.pay({ ...from, discountcode: 'ONLYNL' })).status).toBe(201);
});

test('offers and accepts direct debit at home only', async () => {
  const payer = await till.payer();
  expect(idsOf((await payer.get('/api/packages.php')).body.methods)).toContain('sdd');
  const german = (await payer.get('/api/packages.php?country=DE')).body;
  expect([german.payment_country, idsOf(german.methods).includes('sdd')]).toEqual(['DE', false]);
  const order = await payer.pay({ method: 'sdd', payment_country: 'DE' });
  expect(order.body.error).toBe('method_unavailable');
});

test('refuses a country that the site has closed, except the home country', async () => {
  const payer = await till.payer({ country: 'BE' });
  await overrideSettings(till.site.app, { countries: ['NL', 'PL'] });
  const shop = (await payer.get('/api/packages.php?country=DE')).body;
  expect(shop).toMatchObject({ payment_country: 'BE', payment_countries: ['BE', 'NL', 'PL'] });
  const order = await payer.pay({ method: 'creditcard', payment_country: 'DE' });
  expect(order.body.error).toBe('method_unavailable');
  expect((await payer.pay({ method: 'creditcard', payment_country: 'BE' })).status).toBe(201);
});
