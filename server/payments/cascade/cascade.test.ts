import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startFakeMollie, type FakeMollie } from '#support/services/fake-mollie.ts';
import { startFakeVerotel, type FakeVerotel } from '#support/services/fake-verotel.ts';
import { openTill, type TestPayer, type Till } from '#support/till.ts';
import { pollPayments } from '../poll-payments.ts';
import { sendRefunds } from '../refunds/send-refunds.ts';

let till: Till;
let mollie: FakeMollie;
let verotel: FakeVerotel;

beforeAll(async () => {
  [mollie, verotel] = await Promise.all([startFakeMollie(), startFakeVerotel()]);
  till = await openTill({
    VEROTEL_SHOP_ID: '60678',
    VEROTEL_SIGNATURE_KEY: 'key',
    VEROTEL_URL: verotel.url,
    MOLLIE_API_KEY: 'test_key_of_thirty_characters_x',
    MOLLIE_API_URL: mollie.url,
  });
});
afterAll(async () => {
  await till.close();
  await mollie.close();
  await verotel.close();
});
afterEach(async () => {
  verotel.isDown = false;
  mollie.brokenWith = null;
  await till.asOwner('delete from payment_method_gateways; delete from gateway_contacts');
  await till.shiftClock(0);
  await till.ledgerAddsUp();
});

const poll = async (atSeconds: number) => {
  await till.shiftClock(atSeconds);
  await pollPayments(till.site.app);
};

/** Orders at Verotel, opens its page, and has it decline. Returns the payment's id. */
async function declinedOrder(payer: TestPayer, order: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await payer.pay(order);
  expect(status).toBe(201);
  expect(body.redirect_url).toContain(verotel.url);
  await fetch(body.redirect_url);
  verotel.sales.get(body.payment_id)!.result = 'DECLINED';
  await poll(130);
  return body.payment_id;
}
const stateOf = async (payer: TestPayer, id: string) =>
  (await payer.get(`/api/payment.php?id=${id}`)).body as Record<string, any>;
const retry = (payer: TestPayer, id: string) => payer.post('/api/payment-retry.php', { payment_id: id });
const rowOf = async (id: string) =>
  (await sql<Record<string, any>>`select * from payments where id = ${id}`.execute(till.site.app.db))
    .rows[0]!;
const refundsOf = async (id: string) =>
  (
    await sql<{ kind: string; status: string; amount_cents: number }>`
      select kind, status, amount_cents from refunds where payment_id = ${id}`.execute(till.site.app.db)
  ).rows;

/** Has Mollie report the payment as paid, and sends its notification. */
async function payAtMollie(id: string): Promise<void> {
  const { gateway_reference: reference } = await rowOf(id);
  mollie.set(reference, { status: 'paid' });
  await till.notify({ id: reference }, 'mollie');
}

test('offers the next gateway after a decline, and keeps package, price, discount and consent', async () => {
  const payer = await till.payer({ signedUpAgo: 60 });
  const id = await declinedOrder(payer);
  expect(await stateOf(payer, id)).toMatchObject({ status: 'failed', next_attempt: 'declined' });
  const { status, body } = await retry(payer, id);
  expect(status).toBe(201);
  expect(body.redirect_url).toMatch(/^https:\/\/pay\.example\//);
  const [first, second] = [await rowOf(id), await rowOf(body.payment_id)];
  expect(first['discount_code']).not.toBeNull();
  for (const column of [
    'package_id',
    'credits',
    'amount_cents',
    'currency',
    'discount_code',
    'consent_at',
    'method',
  ])
    expect(second[column]).toEqual(first[column]);
  expect(second).toMatchObject({ gateway: 'mollie', first_attempt: id, status: 'pending' });
  await payAtMollie(body.payment_id);
  expect(await payer.credits()).toBe(50);
  expect(await stateOf(payer, id)).toMatchObject({ status: 'failed', next_attempt: null });
});

test('stores one later attempt for parallel and repeated requests', async () => {
  const payer = await till.payer();
  const id = await declinedOrder(payer);
  const replies = await Promise.all(Array.from({ length: 6 }, () => retry(payer, id)));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(replies.map(({ body }) => body.payment_id)).size).toBe(1);
  expect((await retry(payer, id)).body.payment_id).toBe(replies[0]!.body.payment_id);
  const { rows } = await sql`select from payments where member_id = ${payer.id}`.execute(till.site.app.db);
  expect(rows).toHaveLength(2);
});

test('refunds the second payment when the first gateway is paid late after all', async () => {
  const payer = await till.payer();
  const first = await declinedOrder(payer);
  const second = (await retry(payer, first)).body.payment_id as string;
  await payAtMollie(second);
  verotel.sales.get(first)!.result = 'APPROVED';
  await poll(700);
  expect(await rowOf(first)).toMatchObject({ status: 'completed' });
  expect(await refundsOf(first)).toEqual([{ kind: 'duplicate', status: 'by_hand', amount_cents: 1999 }]);
  expect(await refundsOf(second)).toEqual([]);
  expect(await payer.credits()).toBe(50);
});

test('keeps a late first payment, closes the second attempt, and refunds it if it is paid too', async () => {
  const payer = await till.payer();
  const first = await declinedOrder(payer);
  const second = (await retry(payer, first)).body.payment_id as string;
  verotel.sales.get(first)!.result = 'APPROVED';
  await poll(700);
  expect(await payer.credits()).toBe(50);
  expect(await rowOf(second)).toMatchObject({ status: 'cancelled', failure_reason: 'superseded' });
  await payAtMollie(second);
  expect(await payer.credits()).toBe(50);
  expect(await refundsOf(second)).toMatchObject([
    { kind: 'duplicate', status: 'pending', amount_cents: 1999 },
  ]);
  await sendRefunds(till.site.app);
  expect(mollie.payments.get((await rowOf(second))['gateway_reference'])).toMatchObject({
    amountRefunded: { currency: 'EUR', value: '19.99' },
  });
});

test('credits an order once when both gateways report it at the same time', async () => {
  const payer = await till.payer();
  const first = await declinedOrder(payer);
  const second = (await retry(payer, first)).body.payment_id as string;
  verotel.sales.get(first)!.result = 'APPROVED';
  await till.shiftClock(700);
  await Promise.all([pollPayments(till.site.app), payAtMollie(second), payAtMollie(second)]);
  expect(await payer.credits()).toBe(50);
  expect([...(await refundsOf(first)), ...(await refundsOf(second))]).toMatchObject([{ kind: 'duplicate' }]);
});

test('goes on asking the first gateway until it is certain', async () => {
  const payer = await till.payer();
  const first = await declinedOrder(payer);
  expect((await rowOf(first))['next_poll_at']).toBeNull();
  await retry(payer, first);
  expect((await rowOf(first))['next_poll_at']).not.toBeNull();
  await poll(700);
  expect((await rowOf(first))['next_poll_at']).toBeNull();
});

test('offers the next gateway while the first is down, without an error', async () => {
  await till.asOwner(
    `insert into payment_method_gateways values ('NL', 'ideal', 'EUR', 'mollie', 1), ('NL', 'ideal', 'EUR', 'verotel', 2)`,
  );
  const payer = await till.payer();
  mollie.brokenWith = 503;
  const { status, body } = await payer.pay();
  expect({ status, body }).toEqual({ status: 201, body: { payment_id: body.payment_id, status: 'pending' } });
  expect((await stateOf(payer, body.payment_id))['next_attempt']).toBe('down');
  const next = await retry(payer, body.payment_id);
  expect(next.body.redirect_url).toContain(verotel.url);
  expect(await rowOf(body.payment_id)).toMatchObject({ status: 'cancelled', failure_reason: 'superseded' });
});

test('finds a payment that its gateway took before it went down', async () => {
  await till.asOwner(
    `insert into payment_method_gateways values ('NL', 'ideal', 'EUR', 'mollie', 1), ('NL', 'ideal', 'EUR', 'verotel', 2)`,
  );
  const payer = await till.payer();
  const { body } = await payer.pay();
  mollie.brokenWith = 503;
  await poll(130);
  expect((await stateOf(payer, body.payment_id))['next_attempt']).toBe('down');
  mollie.brokenWith = null;
  mollie.set((await rowOf(body.payment_id))['gateway_reference'], { status: 'paid' });
  expect((await retry(payer, body.payment_id)).body).toEqual({
    payment_id: body.payment_id,
    status: 'completed',
  });
  expect(await payer.credits()).toBe(50);
});

test('offers nothing more when every gateway has declined, and nothing to others', async () => {
  const payer = await till.payer();
  const first = await declinedOrder(payer);
  const stranger = await till.payer();
  expect((await retry(stranger, first)).status).toBe(404);
  const second = (await retry(payer, first)).body.payment_id as string;
  mollie.set((await rowOf(second))['gateway_reference'], { status: 'failed' });
  await till.notify({ id: (await rowOf(second))['gateway_reference'] }, 'mollie');
  expect(await stateOf(payer, second)).toMatchObject({ status: 'failed', next_attempt: null });
  expect((await retry(payer, second)).status).toBe(409);
});

test('offers no third gateway from the page of an attempt that has a later one', async () => {
  const { all } = till.site.app.parts.gateways;
  const payer = await till.payer();
  const id = await declinedOrder(payer);
  all.push({ ...all.find(({ name }) => name === 'mollie')!, name: 'sandbox' });
  try {
    expect((await stateOf(payer, id))['next_attempt']).toBe('declined');
    await retry(payer, id);
    expect((await stateOf(payer, id))['next_attempt']).toBeNull();
  } finally {
    all.pop();
  }
});

test('asks for a new order after an hour, at another price, or once the method is not sold', async () => {
  const payer = await till.payer();
  const id = await declinedOrder(payer);
  const offered = async () => (await stateOf(payer, id))['next_attempt'];
  await till.asOwner(
    `update package_prices set price_cents = 2099 where package_id = 2 and currency = 'EUR'`,
  );
  expect(await offered()).toBeNull();
  await till.asOwner(
    `update package_prices set price_cents = 1999 where package_id = 2 and currency = 'EUR'`,
  );
  expect(await offered()).toBe('declined');
  await till.asOwner(`update payment_methods set active = false where country = 'NL' and method = 'ideal'`);
  expect(await offered()).toBeNull();
  await till.asOwner(`update payment_methods set active = true where country = 'NL' and method = 'ideal'`);
  await till.shiftClock(3_700);
  expect(await offered()).toBeNull();
  expect((await retry(payer, id)).status).toBe(409);
});

test('tries the gateways in the operator’s order, and only those', async () => {
  await till.asOwner(`insert into payment_method_gateways values ('NL', 'ideal', 'EUR', 'mollie', 1)`);
  const payer = await till.payer();
  const { body } = await payer.pay();
  expect(body.redirect_url).toMatch(/^https:\/\/pay\.example\//);
  mollie.set((await rowOf(body.payment_id))['gateway_reference'], { status: 'failed' });
  await till.notify({ id: (await rowOf(body.payment_id))['gateway_reference'] }, 'mollie');
  expect((await stateOf(payer, body.payment_id))['next_attempt']).toBeNull();
  expect(
    (await (await till.payer({ country: 'BE' })).pay({ method: 'creditcard' })).body.redirect_url,
  ).toContain(verotel.url);
});

test('charges a stored card where it is stored, whatever the order', async () => {
  const payer = await till.payer();
  await till.asOwner(
    `insert into stored_cards (member_id, gateway, token, brand, last4) values (${payer.id}, 'mollie', 'cst_1:mdt_1', 'Visa', '1234')`,
  );
  const { body } = await payer.pay({ method: 'creditcard', recurring: true, idempotency_key: randomUUID() });
  const { gateway_reference: reference, ...row } = await rowOf(body.payment_id);
  expect(row).toMatchObject({ gateway: 'mollie', recurring: true });
  mollie.set(reference, { status: 'failed' });
  await till.notify({ id: reference }, 'mollie');
  expect((await stateOf(payer, body.payment_id))['status']).toBe('failed');
  expect((await stateOf(payer, body.payment_id))['next_attempt']).toBeNull();
});

test('asks the gateway at once when the member is back, and offers another if it is down', async () => {
  const payer = await till.payer();
  const { body } = await payer.pay();
  await fetch(body.redirect_url);
  const check = () => payer.post('/api/payment-check.php', { payment_id: body.payment_id });
  expect((await check()).body).toEqual({ status: 'pending' });
  verotel.isDown = true;
  expect((await check()).body).toEqual({ status: 'pending' });
  expect((await stateOf(payer, body.payment_id))['next_attempt']).toBe('down');
  verotel.isDown = false;
  expect((await check()).body).toEqual({ status: 'pending' });
  expect((await stateOf(payer, body.payment_id))['next_attempt']).toBeNull();
  verotel.sales.get(body.payment_id)!.result = 'DECLINED';
  expect((await check()).body).toEqual({ status: 'failed' });
  expect((await stateOf(payer, body.payment_id))['next_attempt']).toBe('declined');
  const stranger = await till.payer();
  expect((await stranger.post('/api/payment-check.php', { payment_id: body.payment_id })).status).toBe(404);
});
