import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { CallQuery } from '#contract/calls.ts';
import { type Client, testApp } from '#support/app.ts';
import { plant, plantSite } from '#support/members.ts';
import { operatorWith } from '#support/office/office-work.ts';

const site = testApp();
const OTHER = 'other.example.test';
let finance: Client;
let payer: number;
let numbers = 0;

interface Order {
  method?: string;
  gateway?: string;
  country?: string;
  currency?: string;
  cents?: number;
  code?: string | null;
  host?: string;
  status?: string;
  at?: string;
}

/** Stores an order. Its id is greater than those of earlier orders, as ids made by the product are. */
async function order({
  method = 'ideal',
  gateway = 'sandbox',
  country = 'NL',
  currency = 'EUR',
  cents = 2500,
  code = null,
  host = '*',
  status = 'completed',
  at = '2026-03-10T12:00:00Z',
}: Order = {}): Promise<string> {
  const id = `01990000-0000-7000-8000-${String(++numbers).padStart(12, '0')}`;
  await sql`
    insert into payments (id, member_id, credits, amount_cents, currency, country, vat_percentage, method, gateway, status, idempotency_key, created_at, discount_code, host)
    values (${id}, ${payer}, 10, ${cents}, ${currency}, ${country}, 21, ${method}, ${gateway}, ${status}, gen_random_uuid(), ${at}, ${code}, ${host})`.execute(
    site.db,
  );
  return id;
}

type Search = NonNullable<CallQuery<'adminPayments'>>;

/** The ids of the whole list, page by page. */
async function idsOf(query: Search, client = finance): Promise<string[]> {
  const { payments, next } = await client.must('adminPayments', { query });
  const ids = payments.map(({ payment_id: id }) => id);
  return next ? [...ids, ...(await idsOf({ ...query, cursor: next }, client))] : ids;
}

beforeAll(async () => {
  finance = await operatorWith(site, 'finance');
  payer = await plant(site, { email: 'payer@pages.test' });
  await plantSite(site, OTHER, 'Other');
});

test('filters by status, method, gateway, country, currency, amount, code and day', async () => {
  const usual = await order();
  const found: [Search, string][] = [
    [{ status: 'failed' }, await order({ status: 'failed' })],
    [{ method: 'creditcard' }, await order({ method: 'creditcard' })],
    [{ gateway: 'mollie' }, await order({ gateway: 'mollie' })],
    [{ country: 'PL' }, await order({ country: 'PL' })],
    [{ currency: 'CHF' }, await order({ currency: 'CHF' })],
    [{ min: '99.99' }, await order({ cents: 9999 })],
    [{ max: '0.29' }, await order({ cents: 29 })],
    [{ code: ' spring20 ' }, await order({ code: 'SPRING20' })],
    [{ from: '2026-03-12' }, await order({ at: '2026-03-12T00:00:00Z' })],
    [{ to: '2026-03-08' }, await order({ at: '2026-03-08T23:59:59Z' })],
  ];
  const all = await idsOf({});
  expect(all).toContain(usual);
  for (const [search, id] of found) {
    expect(await idsOf(search), JSON.stringify(search)).toEqual([id]);
    expect(all).toContain(id);
  }
  expect(await idsOf({ country: 'PL', method: 'creditcard' })).toEqual([]);
});

test('shows returned money as its outcome, and not as completed', async () => {
  const [kept, refunded, disputed] = [
    await order({ country: 'SE' }),
    await order({ country: 'SE' }),
    await order({ country: 'SE' }),
  ];
  await sql`update payments set refunded_at = app_now() where id in (${refunded}, ${disputed})`.execute(
    site.db,
  );
  await sql`update payments set charged_back_at = app_now() where id = ${disputed}`.execute(site.db);
  expect(await idsOf({ country: 'SE', status: 'completed' })).toEqual([kept]);
  expect(await idsOf({ country: 'SE', status: 'refund' })).toEqual([refunded]);
  expect(await idsOf({ country: 'SE', status: 'chargeback' })).toEqual([disputed]);
});

test('lists every order once over many pages, in both orders', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 70; n++) ids.push(await order({ country: 'FI' }));
  expect(await idsOf({ country: 'FI', sort: 'oldest' })).toEqual(ids);
  expect(await idsOf({ country: 'FI' })).toEqual(ids.toReversed());
});

test('finds a payment by its number or the member’s address, together with filters', async () => {
  const id = await order({ country: 'DK' });
  expect(await idsOf({ find: id })).toEqual([id]);
  expect(await idsOf({ find: id, country: 'NL' })).toEqual([]);
  expect(await idsOf({ find: 'payer@pages.test', country: 'DK' })).toEqual([id]);
  expect(await idsOf({ find: 'somebody@pages.test' })).toEqual([]);
});

test('refuses amounts and days that are none', async () => {
  for (const query of [{ min: '1e9' }, { max: '-1' }, { from: '2026-02-30' }, { to: 'today' }] as Search[])
    expect((await finance.call('adminPayments', { query })).status, JSON.stringify(query)).toBe(400);
});

test('shows operators of a site only its orders, in the list and in the file', async () => {
  const id = await order({ host: OTHER, country: 'NO' });
  await order({ country: 'NO' });
  const theirs = await operatorWith(site, 'finance');
  await sql`update members set office_sites = array[${OTHER}] where id = ${theirs.memberId}`.execute(site.db);
  expect(await idsOf({ country: 'NO' }, theirs)).toEqual([id]);
  const file = String(await theirs.must('adminPaymentsFile', { query: { country: 'NO', columns: 'id' } }));
  expect(file.trim().split('\n')).toEqual(['id', id]);
});

test('writes the chosen columns of the filtered list to a file, and records the export', async () => {
  await order({ country: 'IE', cents: 1234, code: '=1+1' });
  const file = String(
    await finance.must('adminPaymentsFile', {
      query: { country: 'IE', columns: 'code,amount,status,member' },
    }),
  );
  expect(file.trim().split('\n')).toEqual([
    'amount,currency,status,member,name,code',
    expect.stringMatching(new RegExp(`^12\\.34,EUR,completed,${payer},[^,]+,'=1\\+1$`)),
  ]);
  const { rows } = await sql<{ details: Record<string, unknown> }>`
    select details from audit_log where action = 'payment.export' and operator_id = ${finance.memberId} order by id desc limit 1`.execute(
    site.db,
  );
  expect(rows[0]?.details).toMatchObject({ country: 'IE' });
});
