import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startFakeMollie, type FakeMollie } from '#support/services/fake-mollie.ts';
import { openTill, type TestPayer, type Till } from '#support/till.ts';
import { pollPayments } from './poll-payments.ts';

let till: Till;
let mollie: FakeMollie;
let verotel: Server;
/** The result that Verotel reports for every sale. */
let saleResult = 'DECLINED';

beforeAll(async () => {
  mollie = await startFakeMollie();
  verotel = createServer((request, response) => {
    const order = new URL(request.url!, 'http://verotel').searchParams;
    const sale = {
      response: 'FOUND',
      saleID: `sale-${order.get('referenceID') ?? order.get('saleID')?.slice('sale-'.length)}`,
      referenceID: order.get('referenceID') ?? order.get('saleID')?.slice('sale-'.length),
      shopID: '60678',
      priceAmount: '19.99',
      priceCurrency: 'EUR',
      saleResult,
    };
    response.end(
      Object.entries(sale)
        .map(([key, value]) => `${key}: ${value}\n`)
        .join(''),
    );
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => verotel.once('listening', resolve));
  till = await openTill({
    VEROTEL_SHOP_ID: '60678',
    VEROTEL_SIGNATURE_KEY: 'key',
    VEROTEL_URL: `http://127.0.0.1:${(verotel.address() as AddressInfo).port}`,
    MOLLIE_API_KEY: 'test_key_of_thirty_characters_x',
    MOLLIE_API_URL: mollie.url,
  });
});
afterAll(async () => {
  await till.close();
  await mollie.close();
  verotel.close();
});
afterEach(async () => {
  saleResult = 'DECLINED';
  await till.shiftClock(0);
  await till.ledgerAddsUp();
});

const gatewayOf = async (payer: TestPayer, order: Record<string, unknown> = {}) => {
  const { status, body } = await payer.pay(order);
  expect(status).toBe(201);
  return (body.redirect_url as string).startsWith('https://pay.example/') ? 'mollie' : 'verotel';
};

/** Lets the poller find that Verotel has declined the member's open orders. */
async function decline(atSeconds = 130) {
  await till.shiftClock(atSeconds);
  await pollPayments(till.site.app);
}

test('an order goes to the next gateway after a decline, and each member has a first gateway of their own', async () => {
  const payer = await till.payer();
  expect(await gatewayOf(payer)).toBe('verotel');
  await decline();
  expect(await gatewayOf(payer)).toBe('mollie');
  expect(await gatewayOf(await till.payer())).toBe('verotel');
});

test('a decline of one card brand counts for the others, not for another method', async () => {
  const payer = await till.payer();
  expect(await gatewayOf(payer, { method: 'visa' })).toBe('verotel');
  await decline();
  expect(await gatewayOf(payer, { method: 'creditcard' })).toBe('mollie');
  expect(await gatewayOf(payer, { method: 'ideal' })).toBe('verotel');
});

test('a declined gateway is the first again after an hour, and when all have declined', async () => {
  const payer = await till.payer();
  await gatewayOf(payer);
  await decline();
  const { body } = await payer.pay();
  const { id } = [...mollie.payments.values()].at(-1)!;
  mollie.set(id, { status: 'failed' });
  await till.notify({ id }, 'mollie');
  expect((await payer.get(`/api/payment.php?id=${body.payment_id}`)).body.status).toBe('failed');
  expect(await gatewayOf(payer)).toBe('verotel');
  const other = await till.payer();
  await gatewayOf(other);
  await decline(300);
  await till.shiftClock(4_000);
  expect(await gatewayOf(other)).toBe('verotel');
});

test('a member who cancelled stays with the gateway', async () => {
  const payer = await till.payer();
  saleResult = 'PENDING';
  expect(await gatewayOf(payer)).toBe('verotel');
  await till.shiftClock(2 * 24 * 3600);
  await pollPayments(till.site.app);
  await till.shiftClock(0);
  expect(await gatewayOf(payer)).toBe('verotel');
});

test('the second order is credited once, and the declined one stays failed', async () => {
  const payer = await till.payer();
  const first = (await payer.pay()).body.payment_id as string;
  await decline();
  await payer.pay();
  const { id } = [...mollie.payments.values()].at(-1)!;
  mollie.set(id, { status: 'paid' });
  await till.notify({ id }, 'mollie');
  await till.notify({ id }, 'mollie');
  expect(await payer.credits()).toBe(50);
  expect((await payer.get(`/api/payment.php?id=${first}`)).body.status).toBe('failed');
});
