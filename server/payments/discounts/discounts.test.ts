import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTill, type TestPayer, type Till } from '#support/till.ts';
import { pollPayments } from '../poll-payments.ts';
import { mayOffer, welcomeOf } from './welcome-rules.ts';

let till: Till;
beforeAll(async () => {
  till = await openTill();
});
afterAll(() => till.close());
afterEach(async () => {
  await till.shiftClock(0);
  await till.ledgerAddsUp();
});

const amountOf = async (payer: TestPayer, id: string) =>
  (await payer.get(`/api/payment.php?id=${id}`)).body.amount.amount;
const insertCode = (code: string, columns: Record<string, unknown> = {}) =>
  till.site.app.db
    .insertInto('discount_codes')
    .values({ code, value_percentage: 50, ...columns } as never)
    .execute();
const paidWith = async (payer: TestPayer, code: string) =>
  (
    await sql<{
      n: number;
    }>`select count(*)::int as n from payments where member_id = ${payer.id} and discount_code = ${code} and status = 'completed'`.execute(
      till.site.app.db,
    )
  ).rows[0]!.n;

describe('the time bonus', () => {
  test('is 25 percent, once per member, for exactly 14400 seconds after signup', async () => {
    const payer = await till.payer({ signedUpAgo: 14_390 });
    const { body } = await payer.get('/api/discountcode.php?welcome=true');
    expect(body).toMatchObject({
      code: 'TIMEBONUS25',
      value_percentage: 25,
      status: 'active',
      validity: 'once-per-user',
      user_id: payer.id,
      expired: false,
    });
    expect(body.seconds_left).toBeLessThanOrEqual(10);
    expect((await payer.get('/api/packages.php')).body.packages[1]).toMatchObject({
      price: { amount: '14.99' },
      discount: { percentage: 25, old_price: { amount: '19.99' }, code: 'TIMEBONUS25' },
    });
    await till.shiftClock(11);
    expect(await payer.get('/api/discountcode.php?code=TIMEBONUS25')).toMatchObject({
      status: 410,
      body: { error: 'code_expired' },
    });
    expect((await payer.pay({ discountcode: 'TIMEBONUS25' })).body.error).toBe('code_expired');
    expect((await payer.get('/api/packages.php')).body.packages[1].discount).toBeNull();
  });

  test('stays expired when the clock goes back', async () => {
    const payer = await till.payer({ signedUpAgo: 0 });
    await till.shiftClock(14_401);
    expect((await payer.get('/api/discountcode.php?welcome=true')).status).toBe(410);
    await till.shiftClock(0);
    expect((await payer.get('/api/discountcode.php?welcome=true')).status).toBe(410);
  });

  test('is not offered to visitors or to members who have paid', async () => {
    expect((await till.request('/api/discountcode.php?welcome=true')).body.error).toBe('code_not_found');
    const payer = await till.payer({ signedUpAgo: 60 });
    const { payment_id } = (await payer.pay()).body;
    expect(await amountOf(payer, payment_id)).toBe('14.99');
    await till.checkout(payment_id, 'paid');
    expect((await payer.get('/api/discountcode.php?welcome=true')).body.error).toBe('code_used');
    expect((await payer.pay({ discountcode: 'timebonus25' })).body.error).toBe('code_used');
    expect(await amountOf(payer, (await payer.pay()).body.payment_id)).toBe('19.99');
  });

  test('is used once, even by orders started and paid in parallel', async () => {
    const payer = await till.payer({ signedUpAgo: 60 });
    const orders = await Promise.all(
      Array.from({ length: 6 }, (_, i) => payer.pay(i % 2 ? { discountcode: 'TIMEBONUS25' } : {})),
    );
    expect(orders.every(({ status }) => status === 201)).toBe(true);
    const paid = await Promise.all(orders.map(({ body }) => till.checkout(body.payment_id, 'paid')));
    expect(paid.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await paidWith(payer, 'TIMEBONUS25')).toBe(1);
    expect(await payer.credits()).toBe(50);
  });

  test('moves to the newest order, and cancels the older one', async () => {
    const payer = await till.payer({ signedUpAgo: 60 });
    const [first, second] = [
      (await payer.pay()).body.payment_id,
      (await payer.pay({ package: 3 })).body.payment_id,
    ];
    expect((await payer.get(`/api/payment.php?id=${first}`)).body.status).toBe('cancelled');
    expect((await till.checkout(first, 'paid')).status).toBe(409);
    expect((await till.checkout(second, 'paid')).status).toBe(200);
    expect(await payer.credits()).toBe(120);
  });

  test('applies to a paid order that its gateway could not close, and cancels the others', async () => {
    const payer = await till.payer({ signedUpAgo: 60 });
    const sandbox = till.site.app.parts.gateways.sandbox!;
    const cancel = sandbox.cancel;
    sandbox.cancel = async () => false;
    const [first, second] = [(await payer.pay()).body.payment_id, (await payer.pay()).body.payment_id];
    sandbox.cancel = cancel;
    await till.checkout(first, 'paid');
    expect(await payer.credits()).toBe(50);
    expect((await till.checkout(second, 'paid')).status).toBe(409);
    expect(await paidWith(payer, 'TIMEBONUS25')).toBe(1);
  });
});

test('credits an order paid while a newer one took its discount, even without a notification', async () => {
  const payer = await till.payer({ signedUpAgo: 60 });
  const first = (await payer.pay()).body.payment_id;
  await till.site.app.parts.gateways.sandbox!.choose(first, 'paid');
  const second = (await payer.pay()).body.payment_id;
  expect((await payer.get(`/api/payment.php?id=${first}`)).body.status).toBe('cancelled');
  await till.shiftClock(180);
  await pollPayments(till.site.app);
  expect((await payer.get(`/api/payment.php?id=${first}`)).body.status).toBe('completed');
  expect((await till.checkout(second, 'paid')).status).toBe(409);
  expect(await payer.credits()).toBe(50);
});

describe('money for an order that has ended, at a gateway that cannot close orders', () => {
  const refundsOf = async (payer: TestPayer) =>
    (
      await sql<{ kind: string; amount_cents: number }>`
        select kind, amount_cents from refunds where member_id = ${payer.id} order by created_at`.execute(
        till.site.app.db,
      )
    ).rows;
  const unclosable = async (work: () => Promise<void>) => {
    const sandbox = till.site.app.parts.gateways.sandbox!;
    const cancel = sandbox.cancel;
    sandbox.cancel = async () => false;
    try {
      await work();
    } finally {
      sandbox.cancel = cancel;
      await till.shiftClock(0);
    }
  };

  test('is refunded when another order has used the discount: six orders get one discount', async () => {
    const payer = await till.payer({ signedUpAgo: 60 });
    await unclosable(async () => {
      const orders: string[] = [];
      for (let i = 0; i < 6; i++) orders.push((await payer.pay()).body.payment_id);
      for (const order of orders) expect((await till.checkout(order, 'paid')).status).toBe(200);
    });
    expect(await payer.credits()).toBe(50);
    expect(await paidWith(payer, 'TIMEBONUS25')).toBe(6);
    expect(await refundsOf(payer)).toEqual(Array(5).fill({ kind: 'late', amount_cents: 1499 }));
    await till.ledgerAddsUp();
  });

  test("is refunded if less than today's price, and otherwise buys the credits", async () => {
    const [early, full] = [await till.payer({ signedUpAgo: 60 }), await till.payer()];
    await unclosable(async () => {
      const cheap = (await early.pay()).body.payment_id;
      const whole = (await full.pay()).body.payment_id;
      await till.shiftClock(2 * 24 * 3600);
      await pollPayments(till.site.app);
      expect((await early.get(`/api/payment.php?id=${cheap}`)).body.status).toBe('cancelled');
      await till.shiftClock(200 * 24 * 3600);
      for (const order of [cheap, whole]) expect((await till.checkout(order, 'paid')).status).toBe(200);
    });
    expect([await early.credits(), await full.credits()]).toEqual([0, 50]);
    expect(await refundsOf(early)).toEqual([{ kind: 'late', amount_cents: 1499 }]);
    expect(await refundsOf(full)).toEqual([]);
    await till.ledgerAddsUp();
  });

  test('is refunded when another member has used its single-use code in the meantime', async () => {
    await insertCode('TURNS', { validity: 'once', value_percentage: 90 });
    const [first, second] = [await till.payer(), await till.payer()];
    await unclosable(async () => {
      const order = (await first.pay({ discountcode: 'TURNS' })).body.payment_id;
      await till.checkout(order, 'failed');
      expect((await second.pay({ discountcode: 'TURNS' })).body.error).toBe('code_used');
      await till.shiftClock(24 * 3600 + 60);
      const later = (await second.pay({ discountcode: 'TURNS' })).body.payment_id;
      for (const each of [later, order]) expect((await till.checkout(each, 'paid')).status).toBe(200);
    });
    expect([await first.credits(), await second.credits()]).toEqual([0, 50]);
    expect(await refundsOf(first)).toEqual([{ kind: 'late', amount_cents: 200 }]);
  });
});

describe('a discount code', () => {
  test('reduces the price, ignoring case, once per member', async () => {
    await insertCode('HALF');
    const payer = await till.payer();
    expect((await payer.get('/api/discountcode.php?code=half')).body).toMatchObject({
      code: 'HALF',
      value_percentage: 50,
      expired: false,
    });
    const { payment_id } = (await payer.pay({ discountcode: ' half ' })).body;
    expect(await amountOf(payer, payment_id)).toBe('10.00');
    await till.checkout(payment_id, 'paid');
    expect(await payer.get('/api/discountcode.php?code=HALF')).toMatchObject({
      status: 409,
      body: { error: 'code_used' },
    });
    expect((await payer.pay({ discountcode: 'HALF' })).body.error).toBe('code_used');
    expect((await (await till.payer()).pay({ discountcode: 'HALF' })).status).toBe(201);
  });

  test('for a single use is accepted from one of two concurrent members', async () => {
    await insertCode('FIRST', { validity: 'once' });
    const payers = [await till.payer(), await till.payer()];
    const answers = await Promise.all(payers.map((payer) => payer.pay({ discountcode: 'FIRST' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    await till.checkout(answers.find(({ status }) => status === 201)!.body.payment_id, 'paid');
    expect((await (await till.payer()).pay({ discountcode: 'FIRST' })).body.error).toBe('code_used');
  });

  test('that is unknown, disabled, expired or another member’s is refused with its error code', async () => {
    const [payer, other] = [await till.payer(), await till.payer()];
    await insertCode('OFF', { status: 'disabled' });
    await insertCode('PAST', { expires: new Date(Date.now() - 1000) });
    await insertCode('THEIRS', { member_id: other.id });
    const codes = async (code: string) => (await payer.get(`/api/discountcode.php?code=${code}`)).body.error;
    expect([await codes('NOPE'), await codes('OFF'), await codes('PAST'), await codes('THEIRS')]).toEqual([
      'code_not_found',
      'code_not_found',
      'code_expired',
      'code_not_found',
    ]);
    expect((await payer.pay({ discountcode: 'PAST' })).body.error).toBe('code_expired');
    expect((await other.get('/api/discountcode.php?code=THEIRS')).status).toBe(200);
  });

  test.each([
    ['country', { country: 'BE' }],
    ['currency', { currency: 'USD' }],
    ['minimum', { currency: 'EUR', minimum_order_cents: 2000 }],
    ['methods', { paymentmethods: ['paypal'] }],
  ])('is not valid for an order outside its %s', async (what, columns) => {
    const code = `ONLY${what.toUpperCase()}`;
    await insertCode(code, columns);
    expect((await (await till.payer()).pay({ discountcode: code })).body.error).toBe('discount_not_valid');
  });
});

test('offers nothing equal or better for 30 days after the welcome offer', () => {
  const at = (signed_up_ago: number) => ({ paid_user: false, welcome_ended: false, signed_up_ago });
  expect(welcomeOf(at(14_399.9), 0)).toEqual({ state: 'active', code: 'TIMEBONUS25', secondsLeft: 1 });
  expect(welcomeOf(at(14_400), 0)).toEqual({ state: 'expired' });
  expect(welcomeOf(at(14_400), 20_000)).toEqual({ state: 'active', code: 'WELCOME25', secondsLeft: 5600 });
  expect(mayOffer(at(20_000), 25, 0)).toBe(false);
  expect(mayOffer(at(20_000), 20, 0)).toBe(true);
  expect(mayOffer(at(14_400 + 30 * 86_400), 25, 0)).toBe(true);
});

test('lets nobody make a discount code for their own account, or activate alone one above the limit', async () => {
  const [maker, approver, friend] = [await till.payer(), await till.payer(), await till.payer()];
  await sql`update members set roles = '{finance}' where id in (${maker.id}, ${approver.id})`.execute(
    till.site.app.db,
  );
  const save = (by: TestPayer, code: object) =>
    by.post('/api/admin/discount-codes', { validity: 'unlimited', status: 'active', ...code });
  const own = await save(maker, { code: 'MINE', value_percentage: 10, user_id: maker.id });
  expect([own.status, own.body.fields]).toEqual([422, { user_id: 'invalid' }]);
  const large = { code: 'FRIEND', value_percentage: 99, user_id: friend.id };
  expect((await save(maker, large)).body.status).toBe('disabled');
  expect((await save(maker, large)).body.error).toBe('own_decision');
  expect((await friend.get('/api/discountcode.php?code=FRIEND')).status).not.toBe(200);
  expect((await save(approver, large)).body.status).toBe('active');
});
