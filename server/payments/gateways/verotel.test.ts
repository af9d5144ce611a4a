import { createHash, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { notificationOf } from '#support/money/notification-of.ts';
import { openTill, type Till } from '#support/till.ts';
import { signOrder } from './flexpay-signature.ts';
import type { Order } from './gateway.ts';
import { createVerotel } from './verotel.ts';

const secret = 'zpXwe2D77g4P7ysGJcr3rY87TBYs6J';
const gateway = createVerotel({
  shopId: '60678',
  signatureKey: secret,
  url: 'https://secure.verotel.com',
  publicUrl: 'https://liaison.example',
});
const order: Order = {
  paymentId: '01a20111-7ca8-76cc-a565-590b89e07f40',
  memberId: 7,
  amountCents: 1999,
  currency: 'EUR',
  country: 'NL',
  method: 'ideal',
  description: 'Liaison: 50 credits',
  locale: 'en',
  email: 'anna@example.test',
  returnPath: '/en/transactions/1',
  saveCard: false,
  storedCard: null,
  mandate: null,
};

test('opens the order page with our reference, amount and URLs', async () => {
  const { redirectUrl } = await gateway.start(order);
  const query = Object.fromEntries(new URL(redirectUrl!).searchParams);
  expect(query).toMatchObject({
    version: '4',
    shopID: '60678',
    type: 'purchase',
    priceAmount: '19.99',
    priceCurrency: 'EUR',
    paymentMethod: 'IDEAL',
    referenceID: order.paymentId,
    custom1: '7',
    successURL: 'https://liaison.example/en/transactions/1',
    declineURL: 'https://liaison.example/en/transactions/1',
    email: 'anna@example.test',
  });
  expect(query['signature']).toBe(signOrder(secret, query));
});

describe('an order URL sent back as a postback', () => {
  const keys = async (changes: Partial<Order> = {}) =>
    Object.fromEntries(new URL((await gateway.start({ ...order, ...changes })).redirectUrl!).searchParams);
  const isTaken = (fields: Record<string, string>) =>
    gateway.verify(notificationOf(fields)).then(
      (claim) => claim !== null,
      () => false,
    );

  test.each([
    ['an order', {}],
    ['a repeat order', { method: 'creditcard' as const, storedCard: { token: 'tok' } }],
  ])(
    'of %s is refused without any subset of its keys, with or without a sale and an event',
    async (_what, changes) => {
      const all = Object.entries(await keys(changes));
      expect(all.length).toBeGreaterThan(11);
      const taken: string[][] = [];
      for (let subset = 0; subset < 2 ** all.length; subset++) {
        const fields = Object.fromEntries(all.filter((_, index) => subset & (1 << index)));
        for (const more of [[], ['saleID'], ['saleID', 'event']]) {
          if (await isTaken({ ...fields, ...Object.fromEntries(more.map((key) => [key, 'initial'])) }))
            taken.push(Object.keys(fields));
        }
      }
      expect(taken).toEqual([]);
    },
    60_000,
  );

  test('is refused if some parameters hide in names or values of others', async () => {
    const { email: _email, signature, ...rest } = await keys();
    const parts = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1));
    for (let from = 0; from < parts.length; from++) {
      for (let to = from + 1; to <= parts.length; to++) {
        const joined = parts
          .slice(from, to)
          .map(([key, value]) => `${key}=${value}`)
          .join(':');
        for (let at = joined.indexOf('='); at > 0; at = joined.indexOf('=', at + 1)) {
          const fields = Object.fromEntries([
            ...parts.slice(0, from),
            [joined.slice(0, at), joined.slice(at + 1)],
            ...parts.slice(to),
            ['signature', signature],
          ]);
          expect(await isTaken(fields as Record<string, string>), joined).toBe(false);
        }
      }
    }
  });
});

test('sends the unsigned one-click token with a repeat order, which pays by card', async () => {
  const { redirectUrl } = await gateway.start({
    ...order,
    method: 'creditcard',
    storedCard: { token: 'tok' },
  });
  expect(Object.fromEntries(new URL(redirectUrl!).searchParams)).toMatchObject({
    paymentMethod: 'CC',
    oneClickToken: 'tok',
  });
});

test('does not offer currencies and countries that FlexPay does not support', async () => {
  expect(await gateway.methods('PL', 'PLN')).toEqual([]);
  expect(await gateway.methods('GB', 'GBP')).not.toContain('sdd');
  expect(await gateway.methods('NL', 'EUR')).toEqual(expect.arrayContaining(['creditcard', 'ideal', 'sdd']));
});

describe('through the site', () => {
  let till: Till;
  let verotel: Server;
  const sales = new Map<string, Record<string, string>>();
  let away = false;
  const answer = (address: string) => {
    const { searchParams } = new URL(address, 'http://verotel');
    const sale = [...sales.values()].find(
      ({ saleID, referenceID }) =>
        saleID === searchParams.get('saleID') || referenceID === searchParams.get('referenceID'),
    );
    return Object.entries(sale ? { response: 'FOUND', ...sale } : { response: 'NOTFOUND' }).map(
      ([key, value]) => `${key}: ${value}\n`,
    );
  };
  beforeAll(async () => {
    verotel = createServer((request, response) =>
      response.writeHead(away ? 503 : 200).end(answer(request.url!).join('')),
    ).listen(0, '127.0.0.1');
    await new Promise((resolve) => verotel.once('listening', resolve));
    till = await openTill({
      VEROTEL_SHOP_ID: '60678',
      VEROTEL_SIGNATURE_KEY: secret,
      VEROTEL_URL: `http://127.0.0.1:${(verotel.address() as AddressInfo).port}`,
    });
  });
  afterAll(async () => {
    await till.close();
    verotel.close();
  });

  const signed = (fields: Record<string, string>) => {
    const text = [
      secret,
      ...Object.keys(fields)
        .sort()
        .map((key) => `${key}=${fields[key]}`),
    ].join(':');
    return { ...fields, signature: createHash('sha256').update(text).digest('hex') };
  };
  const postback = (referenceID: string, changes: Record<string, string> = {}) =>
    signed({
      shopID: '60678',
      type: 'purchase',
      event: 'initial',
      saleID: `sale-${referenceID}`,
      referenceID,
      priceAmount: '19.99',
      priceCurrency: 'EUR',
      paymentMethod: 'CC',
      ...changes,
    });
  const sold = (
    referenceID: string,
    changes: Record<string, string> = {},
    known: Record<string, string> = {},
  ) => {
    const fields = postback(referenceID, changes);
    const { saleID, priceAmount, priceCurrency, custom1 } = fields as Record<string, string>;
    sales.set(saleID!, {
      saleID,
      shopID: '60678',
      type: 'purchase',
      referenceID,
      priceAmount,
      priceCurrency,
      ...(custom1 ? { custom1 } : {}),
      saleResult: 'APPROVED',
      ...known,
    } as Record<string, string>);
    return fields;
  };
  const get = (fields: Record<string, string>) =>
    till.request(`/api/payment-webhook.php?${new URLSearchParams(fields).toString()}`);

  test('answers a postback by GET or POST with OK, and credits once', async () => {
    const payer = await till.payer();
    const { payment_id } = (await payer.pay({ method: 'creditcard' })).body;
    const fields = sold(payment_id, {
      custom1: String(payer.id),
      oneClickToken: 'tok-1',
      CCBrand: 'VISA',
      truncatedPAN: 'XXXXXXXXXXXX1234',
    });
    const answers = await Promise.all([get(fields), get(fields), till.notify(fields, 'verotel')]);
    expect(answers.map(({ status: code, body }) => [code, body])).toEqual([
      [200, 'OK'],
      [200, 'OK'],
      [200, 'OK'],
    ]);
    expect(await payer.credits()).toBe(50);
    expect((await payer.get('/api/packages.php')).body.stored_card).toMatchObject({
      brand: 'VISA',
      last4: '1234',
    });
    const repeat = await payer.pay({ method: 'creditcard', recurring: true });
    expect(repeat.body.redirect_url).toContain('oneClickToken=tok-1');
    await till.ledgerAddsUp();
  });

  test('does not answer forged, foreign or modified postbacks with OK', async () => {
    const payer = await till.payer();
    const { payment_id } = (await payer.pay({ method: 'creditcard' })).body;
    const fields = postback(payment_id);
    for (const forged of [
      { ...fields, priceAmount: '0.01' },
      { ...fields, signature: createHash('sha1').update('x').digest('hex') },
      postback(payment_id, { shopID: '1' }),
      postback(payment_id, { saleID: '' }),
      postback(payment_id, { version: '4' }),
      postback(payment_id, { successURL: 'https://liaison.example' }),
    ]) {
      expect((await get(forged)).status).toBe(400);
    }
    expect((await get(postback(payment_id, { priceAmount: '0.01' }))).status).toBe(409);
    expect(await payer.credits()).toBe(0);
  });

  test('gives no credits, premium or receipt for an order URL without its e-mail', async () => {
    const payer = await till.payer();
    const { payment_id, redirect_url } = (await payer.pay({ method: 'ideal' })).body;
    const { email: _email, ...fields } = Object.fromEntries(new URL(redirect_url).searchParams) as Record<
      string,
      string
    >;
    expect((await get(fields)).status).toBe(400);
    expect((await till.notify(fields, 'verotel')).status).toBe(400);
    expect((await payer.get(`/api/payment.php?id=${payment_id}`)).body).toMatchObject({
      status: 'pending',
      receipts: [],
    });
    expect((await payer.get('/api/user.php')).body).toMatchObject({ credits: 0, paid_user: false });
  });

  test.each([
    ['does not know', null],
    ['has declined', { saleResult: 'DECLINED' }],
    ['has not decided', { saleResult: 'PENDING' }],
    ['has sold for less', { priceAmount: '0.01' }],
    ['has sold in another currency', { priceCurrency: 'USD' }],
    ['has sold to another member', { custom1: '999999' }],
    ['has sold as another order', { referenceID: randomUUID() }],
    ['has sold without a number of our order', { referenceID: '' }],
    ['has sold for another shop', { shopID: '1' }],
  ])('a signed postback of a sale that Verotel %s has no effect', async (_what, known) => {
    const payer = await till.payer();
    const { payment_id } = (await payer.pay({ method: 'creditcard' })).body;
    for (const event of ['initial', 'chargeback', 'credit']) {
      const fields = known ? sold(payment_id, { event }, known) : postback(payment_id, { event });
      expect((await get(fields)).status, event).toBe(409);
    }
    expect((await payer.get('/api/user.php')).body).toMatchObject({ credits: 0, paid_user: false });
    expect((await payer.get(`/api/payment.php?id=${payment_id}`)).body).toMatchObject({
      status: 'pending',
      receipts: [],
    });
  });

  test('refuses a postback while Verotel is unavailable, and credits when it is repeated', async () => {
    const payer = await till.payer();
    const { payment_id } = (await payer.pay({ method: 'creditcard' })).body;
    const fields = sold(payment_id);
    away = true;
    expect((await get(fields)).status).toBe(503);
    away = false;
    expect(await payer.credits()).toBe(0);
    expect((await get(fields)).body).toBe('OK');
    expect(await payer.credits()).toBe(50);
  });

  test('reverses the sale after a chargeback or a credit', async () => {
    for (const event of ['chargeback', 'credit']) {
      const payer = await till.payer();
      const { payment_id } = (await payer.pay({ method: 'creditcard' })).body;
      await get(sold(payment_id));
      expect(await payer.credits()).toBe(50);
      await get(postback(payment_id, { event, parentID: 'x' }));
      expect(await payer.credits()).toBe(0);
    }
    await till.ledgerAddsUp();
  });

  test('polls the status of a sale whose postback was lost', async () => {
    const payer = await till.payer();
    const { payment_id } = (await payer.pay({ method: 'ideal' })).body;
    const { pollPayments } = await import('../poll-payments.ts');
    await till.shiftClock(180);
    await pollPayments(till.site.app);
    expect(await payer.credits()).toBe(0);
    sold(payment_id);
    await till.shiftClock(1000);
    await pollPayments(till.site.app);
    await till.shiftClock(0);
    expect(await payer.credits()).toBe(50);
  });

  test('disables the sandbox', async () => {
    expect((await till.request('/sandbox/checkout/01a20111-7ca8-76cc-a565-590b89e07f40')).status).toBe(404);
  });
});
