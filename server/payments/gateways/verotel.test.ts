import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Order } from './gateway.ts';
import { openTill, type Till } from '#support/till.ts';
import { isSignedPostback, signedUrl, signOrder } from './flexpay-signature.ts';
import { createVerotel } from './verotel.ts';

// The vectors of the helper libraries that Verotel publishes (flexpay-php-client, flexpay4j).
const secret = 'zpXwe2D77g4P7ysGJcr3rY87TBYs6J';
const description = 'My Dščřčřřěřě&?=blah123';
const subscription = {
  shopID: '68849',
  saleID: '433456',
  referenceID: 'reference1234',
  priceAmount: '0.00',
  priceCurrency: 'USD',
  custom1: 'My',
  description,
  subscriptionType: 'RECURRING',
  period: 'P1M',
  name: 'My name',
  trialAmount: '0.01',
  trialPeriod: 'P3D',
  declineURL: 'http://declineURL.test',
  cancelDiscountPercentage: '30',
};

describe('the signature of FlexPay', () => {
  test('agrees with the vectors of both libraries, and leaves unknown parameters out', () => {
    expect(signOrder(secret, { ...subscription, successURL: 'http://backURL.test', blah: 'something' })).toBe(
      'ff5cf9bcc0497c8cb40087065e5016dcfbe2efd23327f6c67614fa23537c24b2',
    );
    expect(signOrder(secret, { ...subscription, successURL: 'http://successURL.test', blah: 'something' })).toBe(
      '1a790e1ebf654b9a38884a5c9a867a7e57134f103a1c9c8d9854da794a839d03',
    );
  });

  test('of a purchase address agrees with the vector, e-mail unsigned', () => {
    const url = signedUrl('https://secure.verotel.com/startorder', secret, {
      priceAmount: '45.20',
      priceCurrency: 'EUR',
      description,
      paymentMethod: 'CC',
      email: 'foo@example.com',
      custom1: 'custom1',
      custom2: 'custom2',
      custom3: 'custom3',
      referenceID: 'ref1',
      shopID: '60678',
      successURL: 'http://example.com/approve',
      declineURL: 'http://example.com/decline',
      type: 'purchase',
      version: '4',
    });
    expect(url).toContain('description=My+D%C5%A1%C4%8D%C5%99%C4%8D%C5%99%C5%99%C4%9B%C5%99%C4%9B%26%3F%3Dblah123&email=foo%40example.com');
    expect(url.endsWith('&signature=08a33095ae3f4cee4ba25bc50a4076d11c008b84e40423a1cd436c29d2a9225b')).toBe(true);
  });

  test('drops empty parameters and keeps a zero', () => {
    expect(signOrder(secret, { ...subscription, custom2: '' })).toBe(signOrder(secret, subscription));
    expect(signOrder(secret, { ...subscription, custom2: '0' })).not.toBe(signOrder(secret, subscription));
  });

  test('of a postback is checked over all parameters, upper case allowed, SHA-1 refused', () => {
    const { saleID: _saleID, ...rest } = subscription;
    const postback = { ...rest, successURL: 'http://successURL.test', signature: '0df722dd32b8a9f68e3ae4e3f226651eba1397d7928862635ba32674dc7bed6a' };
    expect(isSignedPostback(secret, postback)).toBe(true);
    expect(isSignedPostback(secret, { ...postback, signature: postback.signature.toUpperCase() })).toBe(true);
    expect(isSignedPostback(secret, { ...postback, custom2: 'Your' })).toBe(false);
    expect(isSignedPostback(secret, { ...subscription, blah: 'something', signature: 'fc63f38e2722d2e5bc4f2044ad3ffb2051e89643' })).toBe(false);
  });
});

const gateway = createVerotel({ shopId: '60678', signatureKey: secret, url: 'https://secure.verotel.com', publicUrl: 'https://liaison.example' });
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

test('an order goes to the order page with our reference, amount and addresses', async () => {
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

describe('an order’s own address sent back as a postback', () => {
  const keys = async (changes: Partial<Order> = {}) => Object.fromEntries(new URL((await gateway.start({ ...order, ...changes })).redirectUrl!).searchParams);
  const isTaken = (fields: Record<string, string>) =>
    gateway.verify({ fields }).then(
      (claim) => claim !== null,
      () => false,
    );

  test.each([
    ['an order', {}],
    ['a repeat order', { method: 'creditcard' as const, storedCard: { token: 'tok' } }],
  ])(
    'of %s is refused with each subset of its keys taken away, a sale and an event added or not',
    async (_what, changes) => {
      const all = Object.entries(await keys(changes));
      expect(all.length).toBeGreaterThan(11);
      const taken: string[][] = [];
      for (let subset = 0; subset < 2 ** all.length; subset++) {
        const fields = Object.fromEntries(all.filter((_, index) => subset & (1 << index)));
        for (const more of [[], ['saleID'], ['saleID', 'event']]) {
          if (await isTaken({ ...fields, ...Object.fromEntries(more.map((key) => [key, 'initial'])) })) taken.push(Object.keys(fields));
        }
      }
      expect(taken).toEqual([]);
    },
    60_000,
  );

  test('is refused with its parameters hidden inside the names or values of others', async () => {
    const { email: _email, signature, ...rest } = await keys();
    const parts = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1));
    // Neighbours joined into one parameter, parted at any `=`: the signed text stays the same.
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

test('a repeat order carries the one-click token, unsigned, and pays by card', async () => {
  const { redirectUrl } = await gateway.start({ ...order, method: 'creditcard', storedCard: { token: 'tok' } });
  expect(Object.fromEntries(new URL(redirectUrl!).searchParams)).toMatchObject({ paymentMethod: 'CC', oneClickToken: 'tok' });
});

test('currencies and countries that FlexPay does not take are honestly absent', async () => {
  expect(await gateway.methods('PL', 'PLN')).toEqual([]);
  expect(await gateway.methods('GB', 'GBP')).not.toContain('sdd');
  expect(await gateway.methods('NL', 'EUR')).toEqual(expect.arrayContaining(['creditcard', 'ideal', 'sdd']));
});

describe('through the site', () => {
  let till: Till;
  let verotel: Server;
  /** Sales that Verotel knows, by number: the lines of its status answer. */
  const sales = new Map<string, Record<string, string>>();
  let away = false;
  const answer = (address: string) => {
    const { searchParams } = new URL(address, 'http://verotel');
    const sale = [...sales.values()].find(
      ({ saleID, referenceID }) => saleID === searchParams.get('saleID') || referenceID === searchParams.get('referenceID'),
    );
    return Object.entries(sale ? { response: 'FOUND', ...sale } : { response: 'NOTFOUND' }).map(([key, value]) => `${key}: ${value}\n`);
  };
  beforeAll(async () => {
    verotel = createServer((request, response) => response.writeHead(away ? 503 : 200).end(answer(request.url!).join(''))).listen(0, '127.0.0.1');
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
  /** The postback of a sale that Verotel has approved, or stands by otherwise. */
  const sold = (referenceID: string, changes: Record<string, string> = {}, known: Record<string, string> = {}) => {
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
  const get = (fields: Record<string, string>) => till.request(`/api/payment-webhook.php?${new URLSearchParams(fields).toString()}`);

  test('a postback by GET or POST is answered OK and credits once', async () => {
    const payer = await till.payer();
    const { payment_id } = (await payer.pay({ method: 'creditcard' })).body;
    const fields = sold(payment_id, { custom1: String(payer.id), oneClickToken: 'tok-1', CCBrand: 'VISA', truncatedPAN: 'XXXXXXXXXXXX1234' });
    const answers = await Promise.all([get(fields), get(fields), till.notify(fields, 'verotel')]);
    expect(answers.map(({ status: code, body }) => [code, body])).toEqual([
      [200, 'OK'],
      [200, 'OK'],
      [200, 'OK'],
    ]);
    expect(await payer.credits()).toBe(50);
    expect((await payer.get('/api/packages.php')).body.stored_card).toMatchObject({ brand: 'VISA', last4: '1234' });
    const repeat = await payer.pay({ method: 'creditcard', recurring: true });
    expect(repeat.body.redirect_url).toContain('oneClickToken=tok-1');
    await till.ledgerAddsUp();
  });

  test('a forged, foreign or changed postback is not answered OK', async () => {
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

  test('an order address without its e-mail gives nothing: no credits, no premium, no receipt', async () => {
    const payer = await till.payer();
    const { payment_id, redirect_url } = (await payer.pay({ method: 'ideal' })).body;
    const { email: _email, ...fields } = Object.fromEntries(new URL(redirect_url).searchParams) as Record<string, string>;
    expect((await get(fields)).status).toBe(400);
    expect((await till.notify(fields, 'verotel')).status).toBe(400);
    expect((await payer.get(`/api/payment.php?id=${payment_id}`)).body).toMatchObject({ status: 'pending', receipts: [] });
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
  ])('a signed postback of a sale that Verotel %s creates nothing', async (_what, known) => {
    const payer = await till.payer();
    const { payment_id } = (await payer.pay({ method: 'creditcard' })).body;
    for (const event of ['initial', 'chargeback', 'credit']) {
      const fields = known ? sold(payment_id, { event }, known) : postback(payment_id, { event });
      expect((await get(fields)).status, event).toBe(409);
    }
    expect((await payer.get('/api/user.php')).body).toMatchObject({ credits: 0, paid_user: false });
    expect((await payer.get(`/api/payment.php?id=${payment_id}`)).body).toMatchObject({ status: 'pending', receipts: [] });
  });

  test('a postback that comes while Verotel cannot be asked is refused, and credits when it is repeated', async () => {
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

  test('a chargeback and a credit reverse the sale', async () => {
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

  test('the poller asks for the status of a sale whose postback got lost', async () => {
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

  test('the sandbox is away', async () => {
    expect((await till.request('/sandbox/checkout/01a20111-7ca8-76cc-a565-590b89e07f40')).status).toBe(404);
  });
});
