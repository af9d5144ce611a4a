import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { NO_LIMITS, type OperatorLimits } from '#contract/office/operator-limits.ts';
import { openTill, type TestPayer, type Till } from '#support/till.ts';

// What an operator may refund without a second person (docs/product.md 16.28).

let till: Till;
let owner: TestPayer;
beforeAll(async () => {
  till = await openTill();
  owner = await operator('owner');
});
afterAll(() => till.close());
afterEach(() => till.ledgerAddsUp());

async function operator(role: string, limits: Partial<OperatorLimits> = {}): Promise<TestPayer> {
  const payer = await till.payer();
  await sql`update members set roles = array[${role}] where id = ${payer.id}`.execute(till.site.app.db);
  if (Object.keys(limits).length > 0) {
    const { status } = await till.request('/api/admin/operators', {
      method: 'PUT',
      headers: { cookie: owner.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ id: payer.id, roles: [role], limits: { ...NO_LIMITS, ...limits } }),
    });
    expect(status).toBe(200);
  }
  return payer;
}

async function bought(payer?: TestPayer): Promise<string> {
  const { payment_id } = (await (payer ?? (await till.payer())).pay()).body;
  await till.checkout(payment_id, 'paid');
  return payment_id;
}

const refund = async (by: TestPayer, payment: string, amount: string) => {
  const id = randomUUID();
  const { status } = (
    await by.post('/api/admin/refund', {
      ...{ id, payment, amount: { amount, currency: 'EUR' } },
      ...{ credits: 0, reason: 'asked by phone' },
    })
  ).body;
  return { id, status };
};
const decide = async (by: TestPayer, id: string, decision: string) =>
  (await by.post('/api/admin/refund', { refund: id, decision })).body;

test('makes a refund above the operator’s own limit wait, however it is split', async () => {
  const finance = await operator('finance', { refund_cents: 500 });
  const payment = await bought();
  expect((await refund(finance, payment, '5.00')).status).toBe('pending');
  expect((await refund(finance, payment, '0.01')).status).toBe('approval');
  expect((await refund(finance, await bought(), '5.01')).status).toBe('approval');
  expect((await refund(await operator('finance'), await bought(), '5.01')).status).toBe('pending');
});

test('adds up an operator’s own refunds of the last 24 hours, even concurrent ones', async () => {
  const finance = await operator('finance', { refund_day_cents: 1000 });
  const payments = [await bought(), await bought(), await bought()];
  const answers = await Promise.all(payments.map((payment) => refund(finance, payment, '5.00')));
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['approval', 'pending', 'pending']);
  await till.shiftClock(25 * 3600);
  expect((await refund(finance, await bought(), '10.00')).status).toBe('pending');
  await till.shiftClock(0);
});

test('lets operators approve what they may refund at once, and decline more', async () => {
  const asker = await operator('finance', { refund_cents: 0 });
  const second = await operator('finance', { refund_cents: 500 });
  const [small, large] = [
    await refund(asker, await bought(), '5.00'),
    await refund(asker, await bought(), '5.01'),
  ];
  expect((await decide(second, small.id, 'approve')).status).toBe('pending');
  expect((await decide(second, large.id, 'approve')).error).toBe('beyond_own_limits');
  expect((await decide(second, large.id, 'decline')).status).toBe('declined');
});

test('makes refunds wait that go with the closing of an account', async () => {
  const boss = await operator('owner', { refund_cents: 500 });
  const member = await till.payer();
  const payment = await bought(member);
  const closing = await boss.post('/api/admin/measure', {
    ...{ member: member.id, kind: 'ban', ground: 'harassment', facts: 'Insults', refund: true },
  });
  expect(closing.status).toBe(201);
  const { refunds } = (await owner.get(`/api/admin/payment?id=${payment}`)).body;
  expect(refunds).toMatchObject([{ kind: 'closing', status: 'approval' }]);
});
