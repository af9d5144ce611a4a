import { createRequire } from 'node:module';
import type { MollieClient } from '@mollie/api-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { notificationOf } from '#support/money/notification-of.ts';
import { startFakeMollie, type FakeMollie } from '#support/services/fake-mollie.ts';
import { GatewayRefused, type Order } from './gateway.ts';
import { createMollie } from './mollie.ts';

// Compares the adapter with Mollie's official client: both send the same requests, and both understand the
// responses of the fake that other tests use.

const apiKey = 'test_key_of_thirty_characters_x';
const publicUrl = 'https://liaison.example';
let mollie: FakeMollie;
let client: MollieClient;
let gateway: ReturnType<typeof createMollie>;

beforeAll(async () => {
  mollie = await startFakeMollie();
  gateway = createMollie({ apiKey, apiUrl: mollie.url, publicUrl });
  client = await officialClient(mollie.url);
});
afterAll(() => mollie.close());
beforeEach(() => void mollie.requests.splice(0));

/** Redirects the requests of Mollie's client, which supports only https, to the fake. */
async function officialClient(url: string): Promise<MollieClient> {
  const require = createRequire(import.meta.url);
  const inside = createRequire(require.resolve('@mollie/api-client'));
  const path = inside.resolve('node-fetch');
  const fetch = inside('node-fetch') as (url: string, options: object) => Promise<unknown>;
  const led = (to: string | URL, options: object) =>
    fetch(String(to).replace(/^https:\/\/[^/]+/, url), { ...options, agent: undefined });
  const cached = require.cache[path]!;
  const real = cached.exports as object;
  cached.exports = Object.assign(led, real, { default: led });
  const { createMollieClient } = require('@mollie/api-client') as typeof import('@mollie/api-client');
  cached.exports = real;
  return createMollieClient({ apiKey });
}

const order: Order = {
  paymentId: '01a20111-7ca8-76cc-a565-590b89e07f40',
  memberId: 7,
  amountCents: 1999,
  currency: 'EUR',
  country: 'NL',
  method: 'ideal',
  description: 'LSN: 50 credits',
  locale: 'nl',
  email: 'anna@example.test',
  returnPath: '/transactions/1',
  saveCard: false,
  storedCard: null,
  mandate: null,
};
const intent = (reference: string, paymentId = order.paymentId) => ({
  paymentId,
  reference,
  amountCents: 1999,
  currency: 'EUR',
});
let orders = 0;
const another = (changes: Partial<Order> = {}): Order => ({
  ...order,
  paymentId: order.paymentId.replace(/.{3}$/, String(++orders).padStart(3, '0')),
  ...changes,
});

const asked = () => {
  const { key: _key, ...rest } = mollie.requests.at(-1)!;
  return rest;
};

describe('the adapter sends the same requests as Mollie’s client', () => {
  test('for a payment, with our id as the idempotency key', async () => {
    const one = another();
    const { reference, redirectUrl } = await gateway.start(one);
    const ours = asked();
    expect(mollie.requests.at(-1)!.key).toBe(one.paymentId);
    const theirs = await client.payments.create({
      amount: { currency: 'EUR', value: '19.99' },
      description: 'LSN: 50 credits',
      redirectUrl: `${publicUrl}/transactions/1`,
      webhookUrl: `${publicUrl}/api/payment-webhook.php?gateway=mollie`,
      metadata: { payment_id: one.paymentId, member: 7 },
      locale: 'nl_NL' as never,
      method: 'ideal' as never,
    });
    expect(ours).toEqual(asked());
    expect(theirs.id).not.toBe(reference);
    const read = await client.payments.get(reference!);
    expect(read.getCheckoutUrl()).toBe(redirectUrl);
    expect(read).toMatchObject({
      status: 'open',
      amount: { value: '19.99', currency: 'EUR' },
      metadata: { payment_id: one.paymentId },
    });
  });

  test('for a payment on another site of the installation, with that site’s URLs', async () => {
    await gateway.start(another({ returnOrigin: 'https://zweite.example' }));
    const { webhookUrl, redirectUrl } = asked().body;
    for (const url of [webhookUrl, redirectUrl])
      expect(new URL(url as string).origin).toBe('https://zweite.example');
  });

  test('for a refund, and finds one booked by the other client', async () => {
    const one = another();
    const { reference } = await gateway.start(one);
    mollie.set(reference!, { status: 'paid' });
    await gateway.refund(intent(reference!, one.paymentId), { id: 'refund-1', amountCents: 500 });
    const ours = asked();
    await client.paymentRefunds.create({
      paymentId: reference!,
      amount: { currency: 'EUR', value: '5.00' },
      metadata: { payment_id: one.paymentId, refund_id: 'refund-1' },
    });
    expect(ours).toEqual(asked());
    const booked = await client.paymentRefunds.page({ paymentId: reference! });
    expect(booked.map(({ amount }) => amount.value)).toEqual(['5.00', '5.00']);
    await expect(
      gateway.refund(intent(reference!, one.paymentId), { id: 'refund-2', amountCents: 1500 }),
    ).rejects.toBeInstanceOf(GatewayRefused);
    await gateway.refund(intent(reference!, one.paymentId), { id: 'refund-1', amountCents: 500 });
    expect((await client.payments.get(reference!)).amountRefunded).toEqual({
      currency: 'EUR',
      value: '10.00',
    });
  });

  test('for a customer and a mandate of direct debit', async () => {
    const signedAt = new Date('2026-11-22T10:00:00Z');
    const one = another({
      method: 'sdd',
      mandate: { accountHolder: 'P. Payer', iban: 'NL91ABNA0417164300', signedAt },
    });
    await gateway.start(one);
    const [customer, mandate, payment] = mollie.requests.map(({ key: _key, ...rest }) => rest);
    const theirs = await client.customers.create({ metadata: { member: 7 } });
    expect(customer).toEqual(asked());
    const customerId = mandate!.path.split('/')[3]!;
    await client.customerMandates.create({
      customerId,
      method: 'directdebit' as never,
      consumerName: 'P. Payer',
      consumerAccount: 'NL91ABNA0417164300',
      signatureDate: '2026-11-22',
      mandateReference: one.paymentId.replaceAll('-', '').toUpperCase(),
    });
    expect(mandate).toEqual(asked());
    // SEPA allows at most 35 characters.
    expect((mandate!.body as { mandateReference: string }).mandateReference).toMatch(/^[0-9A-Z]{1,35}$/);
    expect(theirs.id).toMatch(/^cst_/);
    expect(payment!.body).toMatchObject({ sequenceType: 'recurring', method: 'directdebit', customerId });
  });
});

describe('the fake answers Mollie’s client', () => {
  test('about the methods of the account', async () => {
    const theirs = (await client.methods.list()).map(({ id }) => id);
    expect(theirs).toEqual(['ideal', 'creditcard', 'paypal', 'banktransfer']);
    expect(await gateway.methods('NL', 'EUR')).toEqual(
      expect.arrayContaining(['ideal', 'creditcard', 'paypal', 'sct']),
    );
  });

  test('about a payment that it cancels, which the adapter then sees', async () => {
    const one = another();
    const { reference } = await gateway.start(one);
    await expect(client.payments.cancel(reference!)).rejects.toMatchObject({ statusCode: 422 });
    expect(await gateway.cancel(intent(reference!, one.paymentId))).toBe(false);
    mollie.set(reference!, { isCancelable: true });
    expect((await client.payments.cancel(reference!)).status).toBe('canceled');
    expect(await gateway.fetchStatus(intent(reference!, one.paymentId))).toMatchObject({
      outcome: 'cancelled',
      paymentId: one.paymentId,
    });
  });

  test('with its errors', async () => {
    await expect(client.payments.get('tr_unknown')).rejects.toMatchObject({
      statusCode: 404,
      title: 'Not Found',
    });
    await expect(gateway.verify(notificationOf({ id: 'tr_unknown' }))).rejects.toBeInstanceOf(GatewayRefused);
  });
});
