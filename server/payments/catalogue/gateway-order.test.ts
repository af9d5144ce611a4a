import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Catalogue } from '#contract/payments/catalogue.ts';
import { openTill, type TestPayer, type Till } from '#support/till.ts';

let till: Till;
let finance: TestPayer;
beforeAll(async () => {
  till = await openTill();
  finance = await till.payer();
  await sql`update members set roles = array['finance'] where id = ${finance.id}`.execute(till.site.app.db);
});
afterAll(() => till.close());

const save = (methods: Record<string, unknown>[]) =>
  finance.post('/api/admin/methods', {
    country: 'NZ',
    methods: methods.map((method) => ({ id: 'creditcard', active: true, costs: [], ...method })),
  });
const orders = async () => {
  const { methods } = (await finance.get('/api/admin/catalogue')).body as Catalogue;
  return methods.find(({ country }) => country === 'NZ')?.methods[0]?.gateways;
};
const order = (currency: string, ...names: string[]) => ({ currency, order: names });

test('stores an order of gateways by currency, and keeps it when a request brings none', async () => {
  const gateways = [order('NZD', 'mollie', 'verotel'), order('USD', 'verotel')];
  expect((await save([{ gateways }])).status).toBe(200);
  expect(await orders()).toEqual(gateways);
  expect((await save([{}])).status).toBe(200);
  expect(await orders()).toEqual(gateways);
  expect((await save([{ gateways: [] }])).status).toBe(200);
  expect(await orders()).toEqual([]);
});

test('refuses a gateway or a currency that stands twice, and unknown ones', async () => {
  for (const gateways of [
    [order('NZD', 'mollie', 'mollie')],
    [order('NZD', 'mollie'), order('NZD', 'verotel')],
  ])
    expect((await save([{ gateways }])).status).toBe(422);
  for (const gateways of [[order('NZD', 'paypal')], [order('QQQ', 'mollie')]])
    expect((await save([{ gateways }])).status).toBe(400);
  expect(await orders()).toEqual([]);
});

test('ignores an order that names no configured gateway', async () => {
  expect((await save([{ gateways: [order('NZD', 'mollie')] }])).status).toBe(200);
  const buyer = await till.payer({ country: 'NZ' });
  const { methods } = (await buyer.get('/api/packages.php')).body;
  // Without a method in its own currency, a country pays in euros.
  expect(methods).toMatchObject([{ id: 'creditcard', transaction_costs: { currency: 'NZD' } }]);
});
