import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTill, type TestPayer, type Till } from '#support/till.ts';
import { sendRefunds } from './send-refunds.ts';

let till: Till;
let first: TestPayer;
let second: TestPayer;
beforeAll(async () => {
  till = await openTill();
  [first, second] = [await operator('finance'), await operator('owner')];
});
afterAll(() => till.close());
afterEach(() => till.ledgerAddsUp());

async function operator(role: string): Promise<TestPayer> {
  const one = await till.payer();
  await sql`update members set roles = array[${role}] where id = ${one.id}`.execute(till.site.app.db);
  return one;
}

async function bought(payer: TestPayer, order: Record<string, unknown> = {}): Promise<string> {
  const { payment_id } = (await payer.pay(order)).body;
  await till.checkout(payment_id, 'paid');
  return payment_id;
}

const euros = (amount: string) => ({ amount, currency: 'EUR' });
const ask = (
  by: TestPayer,
  payment: string,
  amount: string,
  credits: number,
  more: Record<string, unknown> = {},
) =>
  by.post('/api/admin/refund', {
    id: randomUUID(),
    payment,
    amount: euros(amount),
    credits,
    reason: 'asked by phone',
    ...more,
  });
const decide = (by: TestPayer, refund: string, decision: string) =>
  by.post('/api/admin/refund', { refund, decision });
const see = async (id: string) => (await first.get(`/api/admin/payment?id=${id}`)).body;
const actions = async (by: TestPayer) =>
  (
    await sql<{
      action: string;
    }>`select action from audit_log where operator_id = ${by.id} order by id`.execute(till.site.app.db)
  ).rows.map(({ action }) => action);

describe('payment search', () => {
  test('is for finance only: members get 404, other operators 403', async () => {
    const payer = await till.payer();
    const id = await bought(payer);
    for (const [other, status] of [
      [payer, 404],
      [await operator('moderator'), 403],
    ] as const) {
      expect((await other.get('/api/admin/payments')).status).toBe(status);
      expect((await other.get(`/api/admin/payment?id=${id}`)).status).toBe(status);
      expect((await ask(other, id, '1.00', 0)).status).toBe(status);
      expect(
        (await other.post('/api/admin/discount-codes', { code: 'MINE', value_percentage: 50 })).status,
      ).toBe(status);
    }
  });

  test('finds payments by id, gateway reference and e-mail address, and is audited', async () => {
    const payer = await till.payer();
    const id = await bought(payer);
    for (const find of [id, `sandbox_${id}`, payer.email.toUpperCase()]) {
      expect(
        (await first.get(`/api/admin/payments?find=${encodeURIComponent(find)}`)).body.payments,
        find,
      ).toMatchObject([
        {
          payment_id: id,
          member: payer.id,
          email: payer.email,
          credits: 50,
          amount: euros('19.99'),
          refunded: euros('0.00'),
          gateway: 'sandbox',
        },
      ]);
    }
    expect((await first.get('/api/admin/payments?find=nobody@example.com')).body.payments).toEqual([]);
    expect(await see(id)).toMatchObject({
      balance: 50,
      debt: 0,
      unused: 50,
      refundable: euros('19.99'),
      ledger: [{ kind: 'purchase', credits: 50 }],
      notifications: [{ outcome: 'paid', changed: true }],
    });
    expect(await actions(first)).toContain('payment.list');
  });
});

describe('a refund', () => {
  test('in part takes the given credits and pays the given amount once', async () => {
    const payer = await till.payer();
    const id = await bought(payer);
    const body = { id: randomUUID(), payment: id, amount: euros('5.00'), credits: 10, reason: 'goodwill' };
    const answers = await Promise.all(Array.from({ length: 4 }, () => first.post('/api/admin/refund', body)));
    expect(answers.map(({ body: { status } }) => status)).toEqual([
      'pending',
      'pending',
      'pending',
      'pending',
    ]);
    expect(await payer.credits()).toBe(40);
    await sendRefunds(till.site.app);
    expect(await see(id)).toMatchObject({
      payment: { status: 'completed', reversed: null, refunded: euros('5.00') },
      unused: 40,
      refundable: euros('14.99'),
      refunds: [
        { kind: 'operator', credits: 10, status: 'completed', operator: first.id, reason: 'goodwill' },
      ],
    });
    expect((await actions(first)).filter((action) => action === 'refund.ask')).toHaveLength(1);
  });

  test("cannot exceed the remaining money or the unused credits, and must be in the order's currency", async () => {
    const payer = await till.payer();
    const id = await bought(payer);
    expect((await ask(first, id, '20.00', 0)).status).toBe(409);
    expect((await ask(first, id, '19.99', 51)).status).toBe(409);
    expect((await ask(first, id, '0.00', 0)).status).toBe(409);
    expect((await ask(first, id, '1.00', 0, { amount: { amount: '1.00', currency: 'USD' } })).status).toBe(
      409,
    );
    expect((await ask(first, id, '1.00', 0, { reason: '' })).status).toBe(400);
    expect((await ask(first, randomUUID(), '1.00', 0)).status).toBe(404);
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(first, id, '10.00', 0)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(await payer.credits()).toBe(50);
  });

  test('above the limit waits for a different, second operator', async () => {
    const payer = await till.payer();
    const id = await bought(payer, { package: 5 });
    const refund = randomUUID();
    expect((await ask(first, id, '149.99', 600, { id: refund })).body.status).toBe('approval');
    expect(await payer.credits()).toBe(600);
    expect((await first.get('/api/admin/payments')).body.tasks).toMatchObject([
      { id: refund, status: 'approval' },
    ]);
    expect((await decide(first, refund, 'approve')).status).toBe(409);
    const answers = await Promise.all(Array.from({ length: 3 }, () => decide(second, refund, 'approve')));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await payer.credits()).toBe(0);
    await sendRefunds(till.site.app);
    expect(await see(id)).toMatchObject({
      payment: { reversed: 'refund' },
      premium: false,
      refunds: [{ status: 'completed', decided_by: second.id }],
    });
    expect(await actions(second)).toContain('refund.approve');
  });

  test('in parts counts towards the limit of its payment', async () => {
    const [payer, alone, other] = [await till.payer(), await operator('finance'), await operator('finance')];
    const id = await bought(payer, { package: 5 });
    expect((await ask(alone, id, '50.00', 0)).body.status).toBe('pending');
    expect((await ask(alone, id, '0.01', 0)).body.status).toBe('approval');
    expect((await ask(other, id, '12.49', 0)).body.status).toBe('approval');
  });

  test('of several payments counts towards the operator’s daily limit, even in parallel', async () => {
    const alone = await operator('finance');
    const payments = await Promise.all(Array.from({ length: 5 }, async () => bought(await till.payer())));
    const answers = await Promise.all(payments.map((id) => ask(alone, id, '19.99', 0)));
    expect(answers.map(({ body: { status } }) => status).sort()).toEqual([
      'approval',
      'approval',
      'approval',
      'pending',
      'pending',
    ]);
    await sql`update refunds set created_at = created_at - interval '25 hours' where asked_by = ${alone.id}`.execute(
      till.site.app.db,
    );
    expect((await ask(alone, await bought(await till.payer()), '19.99', 0)).body.status).toBe('pending');
  });

  test('changes nothing when declined, and takes only credits still unused when it is approved', async () => {
    const payer = await till.payer();
    const id = await bought(payer, { package: 5 });
    const [declined, late] = [randomUUID(), randomUUID()];
    await ask(first, id, '149.99', 600, { id: declined });
    expect((await decide(second, declined, 'decline')).body.status).toBe('declined');
    expect(await payer.credits()).toBe(600);
    await ask(first, id, '100.00', 600, { id: late });
    await sql`select book_credits(${payer.id}, 'refund', -550, 'sales', 'used-in-test', null)`.execute(
      till.site.app.db,
    );
    expect((await decide(second, late, 'approve')).body.status).toBe('pending');
    expect(await payer.credits()).toBe(0);
    expect((await see(id)).refunds.at(-1)).toMatchObject({ credits: 50, amount: euros('100.00') });
  });

  test('at a gateway without a refund API stays an open task until an operator refunds it there', async () => {
    const sandbox = till.site.app.parts.gateways.sandbox!;
    const payer = await till.payer();
    const id = await bought(payer);
    const careful = await operator('finance');
    sandbox.capabilities.refunds = false;
    const refund = randomUUID();
    expect((await ask(careful, id, '4.00', 10, { id: refund })).body.status).toBe('by_hand');
    sandbox.capabilities.refunds = true;
    await sendRefunds(till.site.app);
    expect((await first.get('/api/admin/payments')).body.tasks).toContainEqual(
      expect.objectContaining({ id: refund, status: 'by_hand' }),
    );
    expect((await decide(first, refund, 'done')).body.status).toBe('completed');
    expect((await decide(first, refund, 'done')).body.status).toBe('completed');
    expect((await see(id)).payment.refunded).toEqual(euros('4.00'));
    expect((await payer.get('/api/activity.php')).body.events).toMatchObject([
      { kind: 'refund', details: { money: euros('4.00'), payment: id } },
    ]);
  });

  test('by hand counts towards the requester’s daily limit, and another operator must mark it as done', async () => {
    const sandbox = till.site.app.parts.gateways.sandbox!;
    const alone = await operator('finance');
    const payments = await Promise.all(Array.from({ length: 3 }, async () => bought(await till.payer())));
    sandbox.capabilities.refunds = false;
    const states: string[] = [];
    for (const payment of payments) {
      const refund = randomUUID();
      const { status } = (await ask(alone, payment, '19.99', 0, { id: refund })).body;
      states.push(status);
      if (status !== 'by_hand') continue;
      expect((await decide(alone, refund, 'done')).body.error).toBe('own_decision');
      expect((await decide(second, refund, 'done')).body.status).toBe('completed');
    }
    sandbox.capabilities.refunds = true;
    expect(states).toEqual(['by_hand', 'by_hand', 'approval']);
  });

  test('of the operator’s own payment must be requested and decided by other operators', async () => {
    const buyer = await operator('finance');
    const id = await bought(buyer, { package: 5 });
    expect((await ask(buyer, id, '1.00', 0)).body.error).toBe('own_decision');
    const refund = randomUUID();
    expect((await ask(first, id, '149.99', 600, { id: refund })).body.status).toBe('approval');
    expect((await decide(buyer, refund, 'approve')).body.error).toBe('own_decision');
  });

  test('reported in part by the gateway completes the task with that amount', async () => {
    const sandbox = till.site.app.parts.gateways.sandbox!;
    const payer = await till.payer();
    const id = await bought(payer);
    const careful = await operator('finance');
    sandbox.capabilities.refunds = false;
    await ask(careful, id, '4.00', 10);
    sandbox.capabilities.refunds = true;
    const fields = {
      ...sandbox.notificationOf((await sandbox.order(id))!),
      outcome: 'refunded',
      amount_cents: '400',
    };
    for (let times = 0; times < 3; times++)
      expect((await till.notify({ ...fields, signature: sandbox.sign(fields) })).status).toBe(200);
    expect(await see(id)).toMatchObject({ unused: 40, balance: 40, refunds: [{ status: 'completed' }] });
    // A partial refund without a request here is a case for an operator, and takes no credits.
    const other = { ...fields, amount_cents: '300' };
    expect((await till.notify({ ...other, signature: sandbox.sign(other) })).status).toBe(200);
    expect(await payer.credits()).toBe(40);
  });
});

test('shows a chargeback’s debt to operators and in the statement, and the next purchase pays it first', async () => {
  const payer = await till.payer();
  const id = await bought(payer);
  await sql`select book_credits(${payer.id}, 'refund', -30, 'sales', 'spent-in-test', null)`.execute(
    till.site.app.db,
  );
  for (let times = 0; times < 3; times++) await till.checkout(id, 'chargeback');
  expect(await see(id)).toMatchObject({
    balance: 0,
    debt: 30,
    payment: { reversed: 'chargeback' },
    refundable: euros('0.00'),
  });
  expect((await ask(first, id, '1.00', 0)).status).toBe(409);
  expect((await payer.get('/api/statement.php')).body).toMatchObject({
    debt: 30,
    lines: [{ kind: 'chargeback', credits: -50, balance: 0 }, { kind: 'debt', credits: 30 }, {}, {}],
  });
  await bought(payer);
  expect((await payer.get('/api/statement.php')).body).toMatchObject({
    debt: 0,
    lines: [{ kind: 'debt', credits: -30, balance: 20 }, { kind: 'purchase' }, {}, {}, {}, {}],
  });
});

test('lets an operator mark a withdrawal without a matching order as answered, once', async () => {
  const id = randomUUID();
  await till.request('/api/withdrawal.php', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id, name: 'Pia', email: 'pia@example.com', order: 'the one of May' }),
  });
  expect((await first.get('/api/admin/payments')).body.unmatched).toMatchObject([
    { id, name: 'Pia', email: 'pia@example.com', order: 'the one of May' },
  ]);
  for (let times = 0; times < 2; times++)
    expect((await first.post('/api/admin/refund', { withdrawal: id, decision: 'handled' })).status).toBe(200);
  expect((await first.get('/api/admin/payments')).body.unmatched).toEqual([]);
});

describe('a discount code', () => {
  const make = (body: Record<string, unknown>) => first.post('/api/admin/discount-codes', body);

  test('is created once by an operator with all its fields, and used by its payer', async () => {
    const payer = await till.payer();
    const body = {
      code: 'spring-20',
      value_percentage: 20,
      country: 'NL',
      user_id: payer.id,
      expires: '2099-01-01T00:00:00.000Z',
      minimum_order_value: euros('15.00'),
      validity: 'once',
      paymentmethods: ['ideal'],
    };
    const shown = { ...body, code: 'SPRING-20', currency: 'EUR', status: 'active', expired: false };
    expect(await make(body)).toMatchObject({ status: 200, body: shown });
    expect(await make(body)).toMatchObject({ status: 200, body: shown });
    expect((await make({ ...body, value_percentage: 30 })).status).toBe(409);
    expect((await first.get('/api/admin/discount-codes')).body.codes[0]).toMatchObject(shown);
    expect((await payer.pay({ discountcode: 'SPRING-20', package: 1 })).body.error).toBe(
      'discount_not_valid',
    );
    expect((await payer.pay({ discountcode: 'SPRING-20', method: 'paypal' })).body.error).toBe(
      'discount_not_valid',
    );
    expect((await payer.pay({ discountcode: 'SPRING-20' })).status).toBe(201);
    expect((await make({ ...body, status: 'disabled' })).body.status).toBe('disabled');
    expect((await payer.pay({ discountcode: 'SPRING-20' })).body.error).toBe('code_not_found');
  });

  test('above the limit is activated by another operator, and is never for the operator’s own account', async () => {
    const body = { code: 'NEARLY-FREE', value_percentage: 99, validity: 'unlimited' };
    expect((await make(body)).body.status).toBe('disabled');
    expect((await make({ ...body, status: 'active' })).body.error).toBe('own_decision');
    const payer = await till.payer();
    expect((await payer.pay({ discountcode: 'NEARLY-FREE' })).body.error).toBe('code_not_found');
    expect((await second.post('/api/admin/discount-codes', body)).body.status).toBe('active');
    expect((await payer.pay({ discountcode: 'NEARLY-FREE' })).status).toBe(201);
    expect((await make({ code: 'MINE', value_percentage: 10, user_id: first.id })).body.fields).toEqual({
      user_id: 'invalid',
    });
    expect((await make({ code: 'NOBODY', value_percentage: 10, user_id: 999_999_999 })).body.fields).toEqual({
      user_id: 'invalid',
    });
  });

  test.each([
    ['code', { code: 'a b' }],
    ['code', { code: 'TIMEBONUS25' }],
    ['value_percentage', { value_percentage: 100 }],
    ['value_percentage', { value_percentage: 0 }],
    ['country', { country: 'XX' }],
    ['currency', { currency: 'eur' }],
    ['minimum_order_value', { minimum_order_value: euros('0.00') }],
    ['minimum_order_value', { minimum_order_value: euros('5.00'), currency: 'USD' }],
  ])('with a wrong %s is refused', async (field, change) => {
    expect(await make({ code: 'WRONG', value_percentage: 10, ...change })).toMatchObject({
      status: 422,
      body: { fields: { [field]: 'invalid' } },
    });
  });
});
