import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { queuedTexts } from '#support/job-queue.ts';
import { startFakeMollie, type FakeMollie } from '#support/services/fake-mollie.ts';
import { openTill, type TestPayer, type Till } from '#support/till.ts';

let till: Till;
let mollie: FakeMollie;
beforeAll(async () => {
  mollie = await startFakeMollie();
  till = await openTill({
    MOLLIE_API_KEY: 'test_key_of_thirty_characters_x',
    MOLLIE_API_URL: mollie.url,
    PUBLIC_URL: 'https://liaison.example',
  });
});
afterAll(async () => {
  await till.close();
  await mollie.close();
});
afterEach(() => till.ledgerAddsUp());

const newest = () => [...mollie.payments.values()].at(-1)!;
const tell = (id: string) => till.notify({ id }, 'mollie');
async function started(payer: TestPayer, order: Record<string, unknown> = {}) {
  const { status, body } = await payer.pay(order);
  expect(status).toBe(201);
  return { ...body, mollie: newest().id } as { payment_id: string; redirect_url: string; mollie: string };
}

describe('an order through Mollie', () => {
  test('goes to its checkout with our amount, method, addresses and number', async () => {
    const payer = await till.payer();
    const order = await started(payer, { language: 'nl' });
    expect(order.redirect_url).toBe(`https://pay.example/${order.mollie}`);
    expect(newest()).toMatchObject({
      amount: { currency: 'EUR', value: '19.99' },
      method: 'ideal',
      locale: 'nl_NL',
      redirectUrl: `https://liaison.example/transactions/${order.payment_id}`,
      webhookUrl: 'https://liaison.example/api/payment-webhook.php?gateway=mollie',
      metadata: { payment_id: order.payment_id, member: payer.id },
    });
  });

  test('credits once by the API’s response, not by the notification’s claim', async () => {
    const payer = await till.payer();
    const order = await started(payer);
    expect(await tell(order.mollie)).toMatchObject({ status: 200, body: 'OK' });
    expect(await payer.credits()).toBe(0);
    mollie.set(order.mollie, { status: 'paid' });
    await Promise.all(
      Array.from({ length: 10 }, () =>
        till.notify({ id: order.mollie, status: 'failed', amount: '0.01' }, 'mollie'),
      ),
    );
    expect(await payer.credits()).toBe(50);
  });

  test.each([
    ['failed', 'failed'],
    ['canceled', 'cancelled'],
    ['expired', 'cancelled'],
  ])('that is %s at Mollie is %s here', async (theirs, ours) => {
    const payer = await till.payer();
    const order = await started(payer);
    mollie.set(order.mollie, { status: theirs });
    await tell(order.mollie);
    expect((await payer.get(`/api/payment.php?id=${order.payment_id}`)).body.status).toBe(ours);
  });

  test('with a different amount is refused', async () => {
    const payer = await till.payer();
    const order = await started(payer);
    mollie.set(order.mollie, { status: 'paid', amount: { currency: 'EUR', value: '0.01' } });
    expect((await tell(order.mollie)).status).toBe(409);
    expect(await payer.credits()).toBe(0);
  });

  test('is reversed by a chargeback and by a full refund, not by a partial one', async () => {
    const payer = await till.payer();
    const order = await started(payer);
    mollie.set(order.mollie, { status: 'paid', amountRefunded: { currency: 'EUR', value: '5.00' } });
    await tell(order.mollie);
    expect(await payer.credits()).toBe(50);
    mollie.set(order.mollie, { amountChargedBack: { currency: 'EUR', value: '19.99' } });
    await tell(order.mollie);
    expect(await payer.credits()).toBe(0);
    const other = await started(payer);
    mollie.set(other.mollie, { status: 'paid', amountRefunded: { currency: 'EUR', value: '19.99' } });
    await tell(other.mollie);
    expect(await payer.credits()).toBe(0);
  });

  test('creates one payment at Mollie for five parallel repeats of one idempotency key', async () => {
    const payer = await till.payer();
    const before = mollie.payments.size;
    const idempotency_key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => payer.pay({ idempotency_key })));
    expect(new Set(answers.map(({ body }) => body.redirect_url)).size).toBe(1);
    expect(mollie.payments.size).toBe(before + 1);
  });

  test('waits while Mollie is unavailable, and continues with the same key', async () => {
    const payer = await till.payer();
    const idempotency_key = randomUUID();
    mollie.brokenWith = 503;
    expect((await payer.pay({ idempotency_key })).status).toBe(503);
    mollie.brokenWith = null;
    expect((await payer.pay({ idempotency_key })).body.redirect_url).toContain('https://pay.example/');
    expect((await payer.get('/api/payments.php')).body.payments).toHaveLength(1);
  });

  test('fails when Mollie refuses it permanently', async () => {
    const payer = await till.payer();
    mollie.brokenWith = 422;
    expect((await payer.pay()).body.error).toBe('payment_failed');
    mollie.brokenWith = null;
    expect((await payer.get('/api/payments.php')).body.payments).toMatchObject([{ status: 'failed' }]);
  });
});

test('offers only methods enabled in the account, direct debit last', async () => {
  const { methods } = (await (await till.payer()).get('/api/packages.php')).body;
  expect(methods.map(({ id }: { id: string }) => id)).toEqual([
    'ideal',
    'creditcard',
    'paypal',
    'visa',
    'mastercard',
    'maestro',
    'sct',
    'sdd',
  ]);
  expect((await (await till.payer()).pay({ method: 'bancontact' })).body.error).toBe('method_unavailable');
});

test('keeps offering single payment methods when the request for recurring ones is refused', async () => {
  mollie.withoutRecurring = true;
  const other = await openTill({
    MOLLIE_API_KEY: 'test_key_of_thirty_characters_x',
    MOLLIE_API_URL: mollie.url,
  });
  const { methods } = (await (await other.payer()).get('/api/packages.php')).body;
  expect(methods.map(({ id }: { id: string }) => id)).toEqual([
    'ideal',
    'creditcard',
    'paypal',
    'visa',
    'mastercard',
    'maestro',
    'sct',
  ]);
  mollie.withoutRecurring = false;
  await other.close();
});

test('limits the requests to Mollie caused by strangers, without blocking real notifications', async () => {
  const other = await openTill({
    MOLLIE_API_KEY: 'test_key_of_thirty_characters_x',
    MOLLIE_API_URL: mollie.url,
    LIMITS_SCALE: '1',
  });
  const payer = await other.payer();
  const { payment_id } = (await payer.pay()).body;
  const { id } = newest();
  const before = mollie.requests.length;
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) => other.notify({ id: `tr_stranger${n}` }, 'mollie')),
  );
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
  expect(mollie.requests.length - before).toBe(30);
  mollie.set(id, { status: 'paid' });
  expect((await other.notify({ id }, 'mollie')).status).toBe(200);
  expect((await payer.get(`/api/payment.php?id=${payment_id}`)).body.status).toBe('completed');
  const again = await Promise.all(Array.from({ length: 30 }, () => other.notify({ id }, 'mollie')));
  expect(again.filter(({ status }) => status === 429)).toHaveLength(11);
  await other.close();
});

test('stores a card with its mandate, and charges it again', async () => {
  const payer = await till.payer();
  const order = await started(payer, { method: 'creditcard', save_card: true });
  expect(newest()).toMatchObject({ sequenceType: 'first', method: 'creditcard' });
  mollie.set(order.mollie, {
    status: 'paid',
    mandateId: 'mdt_card',
    details: { cardNumber: '6787', cardLabel: 'Mastercard' },
  });
  await tell(order.mollie);
  expect((await payer.get('/api/packages.php')).body.stored_card).toMatchObject({
    brand: 'Mastercard',
    last4: '6787',
  });
  const repeat = await payer.pay({ method: 'creditcard', recurring: true });
  expect(repeat.body).toMatchObject({ status: 'pending' });
  expect(newest()).toMatchObject({
    sequenceType: 'recurring',
    mandateId: 'mdt_card',
    customerId: expect.stringMatching(/^cst_/),
  });
  mollie.set(newest().id, { status: 'paid' });
  await tell(newest().id);
  expect(await payer.credits()).toBe(100);
});

test('collects a direct debit by a mandate, and credits it on arrival', async () => {
  const payer = await till.payer();
  const mobile = '0612399001';
  const { body } = await payer.post('/api/directdebit.php', {
    package: 1,
    idempotency_key: randomUUID(),
    account_holder: 'P. Payer',
    iban: 'NL91ABNA0417164300',
    street: 'Gracht',
    house_number: '1',
    postal_code: '1015 CJ',
    city: 'Amsterdam',
    mobile,
    consent: true,
  });
  const [text] = await queuedTexts(till.site.app, '+31612399001');
  const done = await payer.post('/api/directdebit.php', {
    payment_id: body.payment_id,
    code: /\d{6}/.exec(text!)![0],
  });
  expect(done.body).toMatchObject({ step: 'done', status: 'pending' });
  expect(newest()).toMatchObject({
    method: 'directdebit',
    sequenceType: 'recurring',
    mandateId: expect.stringMatching(/^mdt_/),
  });
  mollie.set(newest().id, { status: 'paid' });
  await tell(newest().id);
  expect(await payer.credits()).toBe(20);
});
