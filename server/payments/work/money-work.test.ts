import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { currentMonth } from '#support/money/months.ts';
import { openTill, type TestPayer, type Till } from '#support/till.ts';
import { correctLostDisputes } from './correct-lost-disputes.ts';

let till: Till;
let one: TestPayer;
let other: TestPayer;
beforeAll(async () => {
  till = await openTill();
  [one, other] = [await operator(), await operator()];
});
afterAll(() => till.close());
afterEach(() => till.ledgerAddsUp());

async function operator(): Promise<TestPayer> {
  const payer = await till.payer();
  await sql`update members set roles = '{finance}' where id = ${payer.id}`.execute(till.site.app.db);
  return payer;
}

async function bought(payer: TestPayer, order: Record<string, unknown> = {}): Promise<string> {
  const { payment_id } = (await payer.pay(order)).body;
  await till.checkout(payment_id, 'paid');
  return payment_id;
}

interface Item {
  kind: string;
  id: string;
  step: string;
  member: number | null;
  amount: { amount: string } | null;
  days: number;
}
const work = async (query = '', by = one): Promise<{ items: Item[]; next: string | null }> =>
  (await by.get(`/api/admin/money-work${query}`)).body;
const steps = async (query = '', by = one) =>
  (await work(query, by)).items.map(({ kind, step }) => `${kind} ${step}`);

async function withdrawal(daysAgo: number, order = 'the one of May'): Promise<string> {
  const id = randomUUID();
  await sql`
    insert into withdrawals (id, name, email, order_text, locale, outcome, received_at)
    values (${id}, 'Pia', 'pia@example.com', ${order}, 'nl', 'unmatched', app_now() - ${daysAgo} * interval '1 day')`.execute(
    till.site.app.db,
  );
  return id;
}

test('lists the longest waiting first, with amount, member and the operator’s next step', async () => {
  const payer = await till.payer();
  const order = await bought(payer, { package: 4 });
  const asked = {
    id: randomUUID(),
    payment: order,
    amount: { amount: '60.00', currency: 'EUR' },
    credits: 100,
    reason: 'asked by phone',
  };
  expect((await one.post('/api/admin/refund', asked)).body.status).toBe('approval');
  const lost = await till.payer();
  await till.checkout(await bought(lost), 'chargeback');
  await withdrawal(9);
  expect(await steps()).toEqual(['withdrawal find_order', 'refund other_operator', 'dispute answer_bank']);
  expect(await steps('', other)).toEqual(['withdrawal find_order', 'refund approve', 'dispute answer_bank']);
  expect((await work()).items).toMatchObject([
    { days: 9, member: null, amount: null },
    { member: payer.id, amount: { amount: '60.00' }, days: 0 },
    { member: lost.id, amount: { amount: '19.99' } },
  ]);
  const tasks = (await one.get('/api/admin/tasks')).body;
  expect(tasks.refunds).toBe(3);
});

test('filters by kind, age and member', async () => {
  expect(await steps('?kind=dispute')).toEqual(['dispute answer_bank']);
  expect(await steps('?days=5')).toEqual(['withdrawal find_order']);
  const [dispute] = (await work('?kind=dispute')).items;
  expect(await steps(`?find=${dispute!.member}`)).toEqual(['dispute answer_bank']);
  expect(await steps('?find=nobody@example.com')).toEqual([]);
});

test('answers and ends a dispute, which does not reopen and moves no credits', async () => {
  const [dispute] = (await work('?kind=dispute')).items;
  const decide = (state: string, note?: string) =>
    one.post('/api/admin/disputes', { payment: dispute!.id, state, ...(note ? { note } : {}) });
  const ledger = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from ledger_entries`.execute(till.site.app.db))
      .rows[0]!.n;
  const before = await ledger();
  for (let i = 0; i < 2; i++) expect((await decide('contested', 'sent the receipt')).status).toBe(200);
  expect(await steps('?kind=dispute')).toEqual(['dispute await_bank']);
  expect((await decide('won')).status).toBe(200);
  expect((await decide('lost')).body.error).toBe('conflict');
  expect(await steps('?kind=dispute')).toEqual([]);
  expect((await work('?kind=dispute&state=done')).items).toMatchObject([
    { id: dispute!.id, step: 'done', state: 'won', note: 'sent the receipt' },
  ]);
  expect(await ledger()).toBe(before);
  expect((await one.post('/api/admin/disputes', { payment: randomUUID(), state: 'won' })).body.error).toBe(
    'not_found',
  );
});

test('a lost dispute leaves revenue and VAT by a credit note, once', async () => {
  const lost = await till.payer({ country: 'BE' });
  const order = await bought(lost, { method: 'creditcard' });
  await till.checkout(order, 'chargeback');
  const books = async () => {
    const { revenue } = (await one.get(`/api/admin/books?month=${currentMonth()}`)).body;
    return revenue.find(({ country }: { country: string }) => country === 'BE');
  };
  expect(await books()).toMatchObject({ gross: { amount: '19.99' }, refunded: { amount: '0.00' } });
  for (let n = 0; n < 2; n++)
    expect((await one.post('/api/admin/disputes', { payment: order, state: 'lost' })).status).toBe(200);
  expect(await books()).toMatchObject({
    orders: 1,
    refunds: 1,
    refunded: { amount: '19.99' },
    refunded_vat: { amount: '3.47' },
  });
  // Disputes lost before this release are corrected by the daily job.
  const earlier = await bought(lost, { method: 'creditcard' });
  await till.checkout(earlier, 'chargeback');
  await sql`update disputes set state = 'lost' where payment_id = ${earlier}`.execute(till.site.app.db);
  await correctLostDisputes(till.site.app);
  expect(await books()).toMatchObject({ refunds: 2, refunded: { amount: '39.98' } });
});

test('pages without gaps or repeats, even through rows of the same instant', async () => {
  const at = '2026-01-01T00:00:00Z';
  const ids = Array.from({ length: 65 }, () => randomUUID());
  for (const id of ids)
    await sql`
      insert into withdrawals (id, name, email, order_text, locale, outcome, received_at)
      values (${id}, 'Pia', 'pia@example.com', '=1+1', 'nl', 'unmatched', ${at})`.execute(till.site.app.db);
  const seen: string[] = [];
  for (let cursor = ''; ;) {
    const page = await work(`?kind=withdrawal${cursor}`);
    seen.push(...page.items.map(({ id }) => id));
    if (!page.next) break;
    cursor = `&cursor=${page.next}`;
  }
  expect(seen.slice(0, 65)).toEqual(ids.toSorted());
  expect(seen).toHaveLength(new Set(seen).size);
  expect((await one.get('/api/admin/money-work?cursor=nonsense')).body.error).toBe('bad_request');
});

test('exports the same rows, with members’ text escaped against formulas', async () => {
  const { body } = await one.get('/api/admin/money-work-file?kind=withdrawal');
  const [head, ...rows] = String(body).trim().split('\n');
  expect(head).toBe('kind,id,at,days,step,state,amount,currency,payment,member,name,email,note,failure');
  expect(rows).toHaveLength(66);
  expect(rows[0]).toContain(`'=1+1`);
});

test('lists a code’s paid orders with their state', async () => {
  await one.post('/api/admin/discount-codes', { code: 'SPRING20', value_percentage: 20 });
  const payer = await till.payer();
  const order = await bought(payer, { discountcode: 'spring20' });
  await bought(await till.payer());
  const { uses, next } = (await one.get('/api/admin/code-uses?code=spring20')).body;
  expect([uses, next]).toMatchObject([
    [
      {
        payment: order,
        member: payer.id,
        amount: { amount: '15.99' },
        discount: { amount: '4.00' },
        reversed: null,
      },
    ],
    null,
  ]);
  await till.checkout(order, 'chargeback');
  expect((await one.get('/api/admin/code-uses?code=SPRING20')).body.uses[0].reversed).toBe('chargeback');
});
