import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { btcpayTill } from '#support/money/btcpay-till.ts';
import { btcpayKeys, signatureOf } from '#support/services/fake-btcpay.ts';
import { pollPayments } from '../poll-payments.ts';
import { btcpayKind } from './btcpay.ts';

const shop = btcpayTill();
const { pay, started, post, tell, settle, paid, statusOf } = shop;

describe('an order through BTCPay Server', () => {
  test('goes to its checkout with our number, amount and return address, and without the payer’s address', async () => {
    const payer = await shop.till.payer();
    const { payment, link, invoice } = await started(payer, { language: 'nl' });
    expect(link).toBe(`https://btcpay.example/i/${invoice}`);
    const { body } = shop.btcpay.requests.findLast(({ method }) => method === 'POST')!;
    expect(body).toMatchObject({
      amount: '19.99',
      currency: 'EUR',
      metadata: { orderId: payment, memberId: payer.id },
      checkout: {
        redirectURL: `https://liaison.example/transactions/${payment}`,
        defaultLanguage: 'nl',
        paymentTolerance: 0,
      },
    });
    expect(JSON.stringify(body)).not.toContain(payer.email);
  });

  test('makes one invoice for five parallel repeats, and finds it again after a crash', async () => {
    const payer = await shop.till.payer();
    const before = shop.btcpay.invoices.length;
    const idempotency_key = randomUUID();
    shop.btcpay.createMs = 300;
    const answers = await Promise.all(Array.from({ length: 5 }, () => pay(payer, { idempotency_key })));
    expect(new Set(answers.map(({ body }) => body.redirect_url)).size).toBe(1);
    expect(shop.btcpay.invoices).toHaveLength(before + 1);
    await sql`update payments set redirect_url = null, gateway_reference = null where id = ${answers[0]!.body.payment_id}`.execute(
      shop.till.site.app.db,
    );
    expect((await pay(payer, { idempotency_key })).body.redirect_url).toBe(answers[0]!.body.redirect_url);
    expect(shop.btcpay.invoices).toHaveLength(before + 1);
  });

  test('waits while the server is unavailable, and continues with the same key', async () => {
    const payer = await shop.till.payer();
    const idempotency_key = randomUUID();
    shop.btcpay.brokenWith = 503;
    expect((await pay(payer, { idempotency_key })).status).toBe(503);
    shop.btcpay.brokenWith = null;
    expect((await pay(payer, { idempotency_key })).body.redirect_url).toContain('https://btcpay.example/i/');
  });

  test('credits once for ten parallel webhooks, in any order', async () => {
    const payer = await shop.till.payer();
    const { invoice, payment } = await started(payer);
    settle(invoice);
    const types = [
      'InvoiceSettled',
      'InvoiceProcessing',
      'InvoiceCreated',
      'InvoiceReceivedPayment',
      'InvoiceExpired',
    ];
    await Promise.all([...types, ...types].map((type) => tell(invoice, type)));
    expect(await payer.credits()).toBe(50);
    expect(await statusOf(payer, payment)).toBe('completed');
  });

  test.each([
    ['New', 'None', 'pending'],
    ['Processing', 'PaidOver', 'pending'],
    ['Settled', 'PaidOver', 'completed'],
    ['Settled', 'Marked', 'completed'],
    ['Expired', 'None', 'cancelled'],
    ['Expired', 'PaidPartial', 'cancelled'],
    ['Expired', 'PaidLate', 'cancelled'],
    ['Invalid', 'None', 'failed'],
    ['Invalid', 'Marked', 'failed'],
  ])('that is %s (%s) there is %s here', async (status, additionalStatus, ours) => {
    const payer = await shop.till.payer();
    const { invoice, payment } = await started(payer);
    shop.btcpay.set(invoice, { status: status === 'Settled' ? status : 'New' });
    shop.btcpay.set(invoice, { status, additionalStatus });
    expect((await tell(invoice)).status).toBe(200);
    expect(await statusOf(payer, payment)).toBe(ours);
    expect(await payer.credits()).toBe(ours === 'completed' ? 50 : 0);
  });

  test('credits a late payment once it is confirmed, though the invoice stays expired', async () => {
    const payer = await shop.till.payer();
    const { invoice, payment } = await started(payer);
    shop.btcpay.set(invoice, { status: 'Expired' });
    await tell(invoice, 'InvoiceExpired');
    expect(await statusOf(payer, payment)).toBe('cancelled');
    shop.btcpay.set(invoice, { additionalStatus: 'PaidLate' });
    shop.btcpay.paymentsOf.set(invoice, { due: '0.00000000', payments: [{ status: 'Processing' }] });
    await tell(invoice, 'InvoiceReceivedPayment');
    expect(await payer.credits()).toBe(0);
    shop.btcpay.paymentsOf.set(invoice, { due: '0.00000000', payments: [{ status: 'Settled' }] });
    await tell(invoice, 'InvoicePaymentSettled');
    expect(await payer.credits()).toBe(50);
    expect(await statusOf(payer, payment)).toBe('completed');
  });

  test('finds a late payment without a webhook as long as the server watches the invoice', async () => {
    const payer = await shop.till.payer();
    const { invoice, payment } = await started(payer);
    shop.btcpay.set(invoice, { status: 'Expired' });
    await tell(invoice, 'InvoiceExpired');
    await shop.till.shiftClock(1_000);
    await pollPayments(shop.till.site.app);
    expect(await statusOf(payer, payment)).toBe('cancelled');
    settle(invoice);
    await shop.till.shiftClock(4_000);
    await pollPayments(shop.till.site.app);
    expect(await statusOf(payer, payment)).toBe('completed');
    expect(await payer.credits()).toBe(50);
  });
});

describe('a webhook', () => {
  test.each([
    ['without a signature', (body: string) => post(body, null)],
    ['signed with another secret', (body: string) => post(body, signatureOf(body, 'another'))],
    ['with a signature of another body', (body: string) => post(body, signatureOf(`${body} `))],
    ['with the digest alone', (body: string) => post(body, signatureOf(body).slice('sha256='.length))],
    [
      'sent as a form',
      (body: string) => post(`invoiceId=1&storeId=2`, signatureOf(body), 'application/x-www-form-urlencoded'),
    ],
  ])('%s is refused and asks nothing', async (_what, send) => {
    const payer = await shop.till.payer();
    const { invoice, payment } = await started(payer);
    settle(invoice);
    const before = shop.btcpay.requests.length;
    expect((await send(shop.btcpay.webhook(invoice, 'InvoiceSettled').body)).status).toBe(400);
    expect(shop.btcpay.requests).toHaveLength(before);
    expect(await statusOf(payer, payment)).toBe('pending');
    expect(await payer.credits()).toBe(0);
  });

  test('is verified over the bytes that arrived, not over JSON that was read and written again', async () => {
    const payer = await shop.till.payer();
    const { invoice } = await started(payer);
    settle(invoice);
    const spaced = JSON.stringify(JSON.parse(shop.btcpay.webhook(invoice, 'InvoiceSettled').body), null, 3);
    expect((await post(spaced, signatureOf(spaced))).status).toBe(200);
    expect(await payer.credits()).toBe(50);
  });

  test('of another store is refused, even if it is signed', async () => {
    const payer = await shop.till.payer();
    const { invoice } = await started(payer);
    settle(invoice);
    const { body, signature } = shop.btcpay.webhook(invoice, 'InvoiceSettled', { storeId: 'AnotherStore' });
    expect((await post(body, signature)).status).toBe(400);
    expect(await payer.credits()).toBe(0);
  });

  test.each([
    ['another amount', { amount: '0.01' }],
    ['another currency', { currency: 'USD' }],
    ['a fraction of a cent more', { amount: '19.991' }],
  ])('of an invoice for %s changes nothing', async (_what, changes) => {
    const payer = await shop.till.payer();
    const { invoice, payment } = await started(payer);
    shop.btcpay.set(invoice, { status: 'Settled', ...changes });
    expect((await tell(invoice)).status).toBe(409);
    expect(await statusOf(payer, payment)).toBe('pending');
    expect(await payer.credits()).toBe(0);
  });

  test('of another member’s or another invoice with our number changes nothing', async () => {
    const payer = await shop.till.payer();
    const { invoice, payment } = await started(payer);
    const own = shop.btcpay.invoices.at(-1)!;
    shop.btcpay.invoices.push({ ...own, id: `${invoice}b`, status: 'Settled' });
    expect((await tell(`${invoice}b`)).status).toBe(409);
    shop.btcpay.set(invoice, { status: 'Settled', metadata: { ...own.metadata, memberId: payer.id + 1 } });
    expect((await tell(invoice)).status).toBe(409);
    expect(await statusOf(payer, payment)).toBe('pending');
    expect(await payer.credits()).toBe(0);
  });

  test('that claims a settled invoice is only a hint', async () => {
    const payer = await shop.till.payer();
    const { invoice, payment } = await started(payer);
    expect((await tell(invoice, 'InvoiceSettled')).status).toBe(200);
    expect(await statusOf(payer, payment)).toBe('pending');
    expect(await payer.credits()).toBe(0);
  });

  test('that is late or out of order does not take credits back', async () => {
    const payer = await shop.till.payer();
    const { invoice, payment } = await paid(payer);
    shop.btcpay.set(invoice, { status: 'Expired' });
    await tell(invoice, 'InvoiceExpired');
    shop.btcpay.set(invoice, { status: 'Invalid', additionalStatus: 'Marked' });
    await tell(invoice, 'InvoiceInvalid');
    expect(await statusOf(payer, payment)).toBe('completed');
    expect(await payer.credits()).toBe(50);
  });

  test('of an unknown invoice or without one is acknowledged, so that it is not repeated', async () => {
    expect((await tell('__test__')).status).toBe(200);
    const { body, signature } = shop.btcpay.webhook('', 'PayoutCreated', { invoiceId: undefined });
    expect((await post(body, signature)).status).toBe(200);
  });
});

describe('the doctor', () => {
  const check = () =>
    btcpayKind.check({
      url: shop.btcpay.url,
      storeId: btcpayKeys.BTCPAY_STORE_ID,
      apiKey: btcpayKeys.BTCPAY_API_KEY,
      webhookSecret: 'x',
    });

  test('accepts a key with the permissions for this store, and names those that it lacks', async () => {
    expect(await check()).toBe('BTCPay Server accepts the API key');
    shop.btcpay.permissions = [`btcpay.store.canmodifystoresettings:${btcpayKeys.BTCPAY_STORE_ID}`];
    expect(await check()).toBe('BTCPay Server accepts the API key');
    shop.btcpay.permissions = ['btcpay.store.cancreateinvoice', 'btcpay.store.canviewinvoices:Another'];
    await expect(check()).rejects.toThrow(
      'BTCPAY_API_KEY lacks btcpay.store.canviewinvoices, btcpay.store.canmanagepullpayments',
    );
  });

  test('tells a refused key from a server that is broken', async () => {
    shop.btcpay.brokenWith = 401;
    await expect(check()).rejects.toThrow('BTCPay Server refuses BTCPAY_API_KEY');
    shop.btcpay.brokenWith = 503;
    await expect(check()).rejects.toThrow('BTCPay Server answers 503');
  });
});
