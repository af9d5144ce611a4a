import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { btcpayKeys, signatureOf, startFakeBtcpay, type FakeBtcpay } from '#support/services/fake-btcpay.ts';
import { openTill, type TestPayer, type Till } from '#support/till.ts';
import { pollPayments } from '../poll-payments.ts';
import { followClaims } from '../refunds/follow-claims.ts';
import { sendRefunds } from '../refunds/send-refunds.ts';
import { btcpayKind } from './btcpay.ts';

let till: Till;
let btcpay: FakeBtcpay;
beforeAll(async () => {
  btcpay = await startFakeBtcpay();
  till = await openTill({ ...btcpayKeys, BTCPAY_URL: btcpay.url, PUBLIC_URL: 'https://liaison.example' });
  await sql`insert into payment_methods (country, method, position, active) values ('NL', 'bitcoin', 90, true)`.execute(
    till.site.app.db,
  );
});
afterAll(async () => {
  await till.close();
  await btcpay.close();
});
beforeEach(() => void Object.assign(btcpay, { brokenWith: null, createMs: 0 }));
afterEach(async () => {
  await till.shiftClock(0);
  await till.ledgerAddsUp();
});

const pay = (payer: TestPayer, order: Record<string, unknown> = {}) =>
  payer.pay({ method: 'bitcoin', ...order });

async function started(payer: TestPayer, order: Record<string, unknown> = {}) {
  const { status, body } = await pay(payer, order);
  expect(status).toBe(201);
  return {
    payment: body.payment_id as string,
    link: body.redirect_url as string,
    invoice: btcpay.invoices.at(-1)!.id,
  };
}

const post = (body: string, signature: string | null, type = 'application/json; charset=utf-8') =>
  till.request('/api/payment-webhook.php?gateway=btcpay', {
    method: 'POST',
    headers: { 'content-type': type, ...(signature === null ? {} : { 'BTCPay-Sig': signature }) },
    body,
  });

function tell(invoice: string, type = 'InvoiceSettled') {
  const { body, signature } = btcpay.webhook(invoice, type);
  return post(body, signature);
}

const settle = (invoice: string) => btcpay.set(invoice, { status: 'Settled' });

async function paid(payer: TestPayer, order: Record<string, unknown> = {}) {
  const known = await started(payer, order);
  settle(known.invoice);
  expect(await tell(known.invoice)).toMatchObject({ status: 200, body: 'OK' });
  return known;
}

const statusOf = async (payer: TestPayer, id: string) =>
  (await payer.get(`/api/payment.php?id=${id}`)).body.status as string;

describe('an order through BTCPay Server', () => {
  test('goes to its checkout with our number, amount and return address, and without the payer’s address', async () => {
    const payer = await till.payer();
    const { payment, link, invoice } = await started(payer, { language: 'nl' });
    expect(link).toBe(`https://btcpay.example/i/${invoice}`);
    const { body } = btcpay.requests.findLast(({ method }) => method === 'POST')!;
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
    const payer = await till.payer();
    const before = btcpay.invoices.length;
    const idempotency_key = randomUUID();
    btcpay.createMs = 300;
    const answers = await Promise.all(Array.from({ length: 5 }, () => pay(payer, { idempotency_key })));
    expect(new Set(answers.map(({ body }) => body.redirect_url)).size).toBe(1);
    expect(btcpay.invoices).toHaveLength(before + 1);
    await sql`update payments set redirect_url = null, gateway_reference = null where id = ${answers[0]!.body.payment_id}`.execute(
      till.site.app.db,
    );
    expect((await pay(payer, { idempotency_key })).body.redirect_url).toBe(answers[0]!.body.redirect_url);
    expect(btcpay.invoices).toHaveLength(before + 1);
  });

  test('waits while the server is unavailable, and continues with the same key', async () => {
    const payer = await till.payer();
    const idempotency_key = randomUUID();
    btcpay.brokenWith = 503;
    expect((await pay(payer, { idempotency_key })).status).toBe(503);
    btcpay.brokenWith = null;
    expect((await pay(payer, { idempotency_key })).body.redirect_url).toContain('https://btcpay.example/i/');
  });

  test('credits once for ten parallel webhooks, in any order', async () => {
    const payer = await till.payer();
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
    const payer = await till.payer();
    const { invoice, payment } = await started(payer);
    btcpay.set(invoice, { status: status === 'Settled' ? status : 'New' });
    btcpay.set(invoice, { status, additionalStatus });
    expect((await tell(invoice)).status).toBe(200);
    expect(await statusOf(payer, payment)).toBe(ours);
    expect(await payer.credits()).toBe(ours === 'completed' ? 50 : 0);
  });

  test('credits a late payment once it is confirmed, though the invoice stays expired', async () => {
    const payer = await till.payer();
    const { invoice, payment } = await started(payer);
    btcpay.set(invoice, { status: 'Expired' });
    await tell(invoice, 'InvoiceExpired');
    expect(await statusOf(payer, payment)).toBe('cancelled');
    btcpay.set(invoice, { additionalStatus: 'PaidLate' });
    btcpay.paymentsOf.set(invoice, { due: '0.00000000', payments: [{ status: 'Processing' }] });
    await tell(invoice, 'InvoiceReceivedPayment');
    expect(await payer.credits()).toBe(0);
    btcpay.paymentsOf.set(invoice, { due: '0.00000000', payments: [{ status: 'Settled' }] });
    await tell(invoice, 'InvoicePaymentSettled');
    expect(await payer.credits()).toBe(50);
    expect(await statusOf(payer, payment)).toBe('completed');
  });

  test('finds a late payment without a webhook as long as the server watches the invoice', async () => {
    const payer = await till.payer();
    const { invoice, payment } = await started(payer);
    btcpay.set(invoice, { status: 'Expired' });
    await tell(invoice, 'InvoiceExpired');
    await till.shiftClock(1_000);
    await pollPayments(till.site.app);
    expect(await statusOf(payer, payment)).toBe('cancelled');
    settle(invoice);
    await till.shiftClock(4_000);
    await pollPayments(till.site.app);
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
    const payer = await till.payer();
    const { invoice, payment } = await started(payer);
    settle(invoice);
    const before = btcpay.requests.length;
    expect((await send(btcpay.webhook(invoice, 'InvoiceSettled').body)).status).toBe(400);
    expect(btcpay.requests).toHaveLength(before);
    expect(await statusOf(payer, payment)).toBe('pending');
    expect(await payer.credits()).toBe(0);
  });

  test('is verified over the bytes that arrived, not over JSON that was read and written again', async () => {
    const payer = await till.payer();
    const { invoice } = await started(payer);
    settle(invoice);
    const spaced = JSON.stringify(JSON.parse(btcpay.webhook(invoice, 'InvoiceSettled').body), null, 3);
    expect((await post(spaced, signatureOf(spaced))).status).toBe(200);
    expect(await payer.credits()).toBe(50);
  });

  test('of another store is refused, even if it is signed', async () => {
    const payer = await till.payer();
    const { invoice } = await started(payer);
    settle(invoice);
    const { body, signature } = btcpay.webhook(invoice, 'InvoiceSettled', { storeId: 'AnotherStore' });
    expect((await post(body, signature)).status).toBe(400);
    expect(await payer.credits()).toBe(0);
  });

  test.each([
    ['another amount', { amount: '0.01' }],
    ['another currency', { currency: 'USD' }],
    ['a fraction of a cent more', { amount: '19.991' }],
  ])('of an invoice for %s changes nothing', async (_what, changes) => {
    const payer = await till.payer();
    const { invoice, payment } = await started(payer);
    btcpay.set(invoice, { status: 'Settled', ...changes });
    expect((await tell(invoice)).status).toBe(409);
    expect(await statusOf(payer, payment)).toBe('pending');
    expect(await payer.credits()).toBe(0);
  });

  test('of another member’s or another invoice with our number changes nothing', async () => {
    const payer = await till.payer();
    const { invoice, payment } = await started(payer);
    const own = btcpay.invoices.at(-1)!;
    btcpay.invoices.push({ ...own, id: `${invoice}b`, status: 'Settled' });
    expect((await tell(`${invoice}b`)).status).toBe(409);
    btcpay.set(invoice, { status: 'Settled', metadata: { ...own.metadata, memberId: payer.id + 1 } });
    expect((await tell(invoice)).status).toBe(409);
    expect(await statusOf(payer, payment)).toBe('pending');
    expect(await payer.credits()).toBe(0);
  });

  test('that claims a settled invoice is only a hint', async () => {
    const payer = await till.payer();
    const { invoice, payment } = await started(payer);
    expect((await tell(invoice, 'InvoiceSettled')).status).toBe(200);
    expect(await statusOf(payer, payment)).toBe('pending');
    expect(await payer.credits()).toBe(0);
  });

  test('that is late or out of order does not take credits back', async () => {
    const payer = await till.payer();
    const { invoice, payment } = await paid(payer);
    btcpay.set(invoice, { status: 'Expired' });
    await tell(invoice, 'InvoiceExpired');
    btcpay.set(invoice, { status: 'Invalid', additionalStatus: 'Marked' });
    await tell(invoice, 'InvoiceInvalid');
    expect(await statusOf(payer, payment)).toBe('completed');
    expect(await payer.credits()).toBe(50);
  });

  test('of an unknown invoice or without one is acknowledged, so that it is not repeated', async () => {
    expect((await tell('__test__')).status).toBe(200);
    const { body, signature } = btcpay.webhook('', 'PayoutCreated', { invoiceId: undefined });
    expect((await post(body, signature)).status).toBe(200);
  });
});

describe('a refund', () => {
  const refundsIn = async (id: string) =>
    (
      await sql<{ status: string; claim_url: string | null; failure_reason: string | null }>`
        select status, claim_url, failure_reason from refunds where payment_id = ${id} order by created_at`.execute(
        till.site.app.db,
      )
    ).rows;
  const withdraw = (payer: TestPayer, order: string) =>
    payer.post('/api/withdrawal.php', { id: randomUUID(), name: 'Pia', email: payer.email, order });
  const mailsTo = async ({ email }: TestPayer) =>
    (
      await sql<{ payload: { template?: string; props?: Record<string, unknown> } }>`
        select payload from graphile_worker._private_jobs where payload::text like ${`%${email}%`}`.execute(
        till.site.app.db,
      )
    ).rows.map(({ payload }) => JSON.stringify(payload));

  async function withdrawn() {
    const payer = await till.payer();
    const order = await paid(payer);
    expect((await withdraw(payer, order.payment)).status).toBe(201);
    await sendRefunds(till.site.app);
    return { payer, ...order, pull: btcpay.pullPayments.at(-1)! };
  }

  test('is a pull payment whose page the member gets on the order and by mail', async () => {
    const { payer, payment, invoice, pull } = await withdrawn();
    expect(pull).toMatchObject({ amount: '19.99', currency: 'EUR' });
    expect(btcpay.requests.findLast(({ method }) => method === 'POST')!.path).toContain(
      `/invoices/${invoice}/refund`,
    );
    const { refund } = (await payer.get(`/api/payment.php?id=${payment}`)).body;
    expect(refund).toMatchObject({
      status: 'processing',
      claims: [{ amount: { amount: '19.99', currency: 'EUR' }, url: pull.viewLink }],
    });
    expect((await mailsTo(payer)).filter((mail) => mail.includes(pull.viewLink))).toHaveLength(1);
    expect(await payer.credits()).toBe(0);
  });

  test('is made once, whatever is repeated after a crash', async () => {
    const { payer, payment, pull } = await withdrawn();
    const before = btcpay.pullPayments.length;
    await sql`update refunds set status = 'pending', claim_url = null, next_try_at = app_now() where payment_id = ${payment}`.execute(
      till.site.app.db,
    );
    await sendRefunds(till.site.app);
    expect(btcpay.pullPayments).toHaveLength(before);
    expect(await refundsIn(payment)).toMatchObject([{ status: 'claimable', claim_url: pull.viewLink }]);
    expect(await payer.credits()).toBe(0);
  });

  test('is complete when the payout is, not before, and then forgets the page', async () => {
    const { payer, payment, pull } = await withdrawn();
    const payout = {
      id: 'po1',
      pullPaymentId: pull.id,
      state: 'AwaitingApproval',
      originalAmount: '19.99',
      originalCurrency: 'EUR',
    };
    btcpay.payouts.push(payout);
    await till.shiftClock(700);
    await followClaims(till.site.app);
    expect(await refundsIn(payment)).toMatchObject([{ status: 'claimable' }]);
    payout.state = 'Completed';
    await till.shiftClock(4_400);
    await followClaims(till.site.app);
    expect(await refundsIn(payment)).toMatchObject([{ status: 'completed', claim_url: null }]);
    expect((await payer.get(`/api/payment.php?id=${payment}`)).body).toMatchObject({
      reversed: 'refund',
      refund: { status: 'completed', claims: [] },
    });
  });

  test('becomes an operator’s task when its claim is closed', async () => {
    const { payer, payment, pull } = await withdrawn();
    pull.archived = true;
    await till.shiftClock(700);
    await followClaims(till.site.app);
    expect(await refundsIn(payment)).toMatchObject([
      { status: 'by_hand', claim_url: null, failure_reason: 'The claim was closed before it was paid.' },
    ]);
    expect((await payer.get(`/api/payment.php?id=${payment}`)).body.refund.claims).toEqual([]);
  });

  test('of a part keeps the rest, and two parts have a claim each', async () => {
    const payer = await till.payer();
    const operator = await till.payer();
    await sql`update members set roles = array['finance'] where id = ${operator.id}`.execute(
      till.site.app.db,
    );
    const { payment } = await paid(payer);
    for (const amount of ['4.00', '5.50']) {
      const answer = await operator.post('/api/admin/refund', {
        id: randomUUID(),
        payment,
        amount: { amount, currency: 'EUR' },
        credits: 10,
        reason: 'asked by phone',
      });
      expect(answer.status).toBe(200);
      await sendRefunds(till.site.app);
    }
    const { refund, reversed } = (await payer.get(`/api/payment.php?id=${payment}`)).body;
    expect(refund.claims.map((claim: { amount: { amount: string } }) => claim.amount.amount)).toEqual([
      '4.00',
      '5.50',
    ]);
    expect(reversed).toBeUndefined();
    expect(await payer.credits()).toBe(30);
    const { refunds } = (await operator.get(`/api/admin/payment?id=${payment}`)).body;
    expect(refunds).toMatchObject([
      { status: 'claimable', claim_url: expect.stringContaining('/pull-payments/') },
      { status: 'claimable', claim_url: expect.stringContaining('/pull-payments/') },
    ]);
    const { items } = (await operator.get('/api/admin/money-work?kind=refund')).body;
    expect(items.filter((item: { payment: string }) => item.payment === payment)).toMatchObject([
      { step: 'await_claim', state: 'claimable' },
      { step: 'await_claim', state: 'claimable' },
    ]);
  });

  test('that the server refuses becomes an operator’s task', async () => {
    const payer = await till.payer();
    const { invoice, payment } = await paid(payer);
    btcpay.set(invoice, { status: 'Processing' });
    await withdraw(payer, payment);
    await sendRefunds(till.site.app);
    expect(await refundsIn(payment)).toMatchObject([
      { status: 'by_hand', failure_reason: expect.stringContaining('non-refundable') },
    ]);
  });
});

describe('the doctor', () => {
  const check = () =>
    btcpayKind.check({
      url: btcpay.url,
      storeId: btcpayKeys.BTCPAY_STORE_ID,
      apiKey: btcpayKeys.BTCPAY_API_KEY,
      webhookSecret: 'x',
    });

  test('accepts a key with the permissions for this store, and names those that it lacks', async () => {
    expect(await check()).toBe('BTCPay Server accepts the API key');
    btcpay.permissions = [`btcpay.store.canmodifystoresettings:${btcpayKeys.BTCPAY_STORE_ID}`];
    expect(await check()).toBe('BTCPay Server accepts the API key');
    btcpay.permissions = ['btcpay.store.cancreateinvoice', 'btcpay.store.canviewinvoices:Another'];
    await expect(check()).rejects.toThrow(
      'BTCPAY_API_KEY lacks btcpay.store.canviewinvoices, btcpay.store.canmanagepullpayments',
    );
  });

  test('tells a refused key from a server that is broken', async () => {
    btcpay.brokenWith = 401;
    await expect(check()).rejects.toThrow('BTCPay Server refuses BTCPAY_API_KEY');
    btcpay.brokenWith = 503;
    await expect(check()).rejects.toThrow('BTCPay Server answers 503');
  });
});
