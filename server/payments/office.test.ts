import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Books, Settlement } from '#contract/payments/books.ts';
import type { Catalogue } from '#contract/payments/catalogue.ts';
import { secondsToMidMonth } from '#support/money/months.ts';
import { openTill, type TestPayer, type Till } from '#support/till.ts';
import { reconcileLedger } from '../credits/index.ts';

const MID_MONTH = secondsToMidMonth();

let till: Till;
let finance: TestPayer;
beforeAll(async () => {
  till = await openTill();
  await till.shiftClock(MID_MONTH);
  finance = await till.payer();
  await sql`update members set roles = array['finance'] where id = ${finance.id}`.execute(till.site.app.db);
  await till.asOwner(
    "insert into companies (id, name, address, city, country, added) values (2, 'Nordisk ApS', 'Vej 1', 'København', 'DK', now())",
  );
  await till.asOwner("insert into sites (host, company_id) values ('nordisk.example', 2)");
});
afterAll(() => till.close());
afterEach(() => till.ledgerAddsUp());

const euros = (amount: string) => ({ amount, currency: 'EUR' });
const catalogue = async () => (await finance.get('/api/admin/catalogue')).body as Catalogue;
async function bought(payer: TestPayer, order: Record<string, unknown> = {}): Promise<string> {
  const { payment_id } = (await payer.pay({ method: 'creditcard', ...order })).body;
  await till.checkout(payment_id, 'paid');
  return payment_id;
}

test('shows finance the country and the receipts of a payment', async () => {
  const payer = await till.payer();
  const id = await bought(payer);
  const { country, receipts } = (await finance.get(`/api/admin/payment?id=${id}`)).body;
  expect(country).toBe('NL');
  expect(receipts).toHaveLength(1);
  expect(receipts).toEqual((await payer.get(`/api/payment.php?id=${id}`)).body.receipts);
});

describe('the catalogue', () => {
  test('can be read and changed by finance only; every change is audited with the old values', async () => {
    const payer = await till.payer();
    expect((await payer.get('/api/admin/catalogue')).status).toBe(404);
    expect(
      (await payer.post('/api/admin/vat', { country: 'NL', percentage: 1, valid_from: '2030-01-01' })).status,
    ).toBe(404);
    const body = {
      id: 1,
      credits: 20,
      active: true,
      recommended: true,
      prices: [euros('8.88'), { amount: '7.77', currency: 'GBP' }],
    };
    for (let times = 0; times < 2; times++)
      expect((await finance.post('/api/admin/package', body)).body).toEqual({
        ok: true,
        id: 1,
        waiting: false,
      });
    expect((await catalogue()).packages.find(({ id }) => id === 1)).toEqual({
      ...body,
      prices: [euros('8.88'), { amount: '7.77', currency: 'GBP' }],
    });
    expect((await catalogue()).packages.filter(({ recommended }) => recommended)).toHaveLength(1);
    const { packages } = (await payer.get('/api/packages.php')).body;
    expect(packages[0]).toMatchObject({ id: 1, price: euros('8.88'), recommended: true });
    const { rows } = await sql<{ details: { before: { prices: { EUR: number } } } }>`
      select details from audit_log where operator_id = ${finance.id} and action = 'package.change' order by id limit 1`.execute(
      till.site.app.db,
    );
    expect(rows[0]!.details.before.prices.EUR).toBe(999);
  });

  test('creates one package per number of credits, sells it, and takes it off sale', async () => {
    const make = () =>
      finance.post('/api/admin/package', {
        credits: 1000,
        active: true,
        recommended: false,
        prices: [euros('219.00')],
      });
    const answers = await Promise.all([make(), make(), make()]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const { id } = answers[0]!.body;
    const payer = await till.payer();
    await bought(payer, { package: id });
    expect(await payer.credits()).toBe(1000);
    await finance.post('/api/admin/package', {
      id,
      credits: 1000,
      active: false,
      recommended: false,
      prices: [euros('219.00')],
    });
    expect((await payer.pay({ package: id })).body.error).toBe('not_found');
    expect(
      (
        await finance.post('/api/admin/package', {
          id,
          credits: 50,
          active: true,
          recommended: false,
          prices: [euros('1.00')],
        })
      ).status,
    ).toBe(409);
    for (const prices of [
      [euros('0.00')],
      [{ amount: '1.00', currency: 'XTS' }],
      [euros('1.00'), euros('2.00')],
      [],
    ])
      expect(
        (await finance.post('/api/admin/package', { credits: 7, active: true, recommended: false, prices }))
          .status,
      ).toBe(422);
  });

  test('holds a large price cut for a second operator, also in small steps and for a new package', async () => {
    const other = await till.payer();
    await sql`update members set roles = '{finance}' where id = ${other.id}`.execute(till.site.app.db);
    const waiting = async () => (await other.get('/api/admin/waiting-changes')).body.changes;
    const priceOf = async (id: number) =>
      (await catalogue()).packages
        .find((one) => one.id === id)
        ?.prices.find(({ currency }) => currency === 'EUR')?.amount;
    const save = (amount: string, more: Record<string, unknown> = { id: 3, credits: 120 }) =>
      finance.post('/api/admin/package', {
        active: true,
        recommended: false,
        prices: [euros(amount)],
        ...more,
      });
    const before = await priceOf(3);
    expect((await save('0.01')).body.waiting).toBe(true);
    expect(await priceOf(3)).toBe(before);
    expect((await save('0.01', { credits: 99_999 })).body).toEqual({ ok: true, id: null, waiting: true });
    expect(
      (await waiting()).map(({ object, own }: { object: string; own: boolean }) => [object, own]),
    ).toEqual([
      ['3', false],
      ['99999 credits', false],
    ]);
    const small = (Number(before) * 0.85).toFixed(2);
    expect((await save(small)).body.waiting).toBe(false);
    expect((await save((Number(before) * 0.73).toFixed(2))).body.waiting).toBe(true);
    const change = (await waiting()).find(({ object }: { object: string }) => object === '3');
    const decide = (by: TestPayer) => by.post('/api/admin/waiting-changes', { id: change.id, approve: true });
    expect((await decide(finance)).body.error).toBe('own_decision');
    expect(await priceOf(3)).toBe(small);
    expect((await decide(other)).body).toEqual({ state: 'done' });
    expect(await priceOf(3)).toBe((Number(before) * 0.73).toFixed(2));
    expect((await save(String(before))).body.waiting).toBe(false);
  });

  test('offers exactly the methods of a country, in their order and with their costs', async () => {
    const methods = [
      { id: 'paypal', active: true, costs: [euros('0.50')], gateways: [] },
      { id: 'creditcard', active: true, costs: [], gateways: [] },
      { id: 'ideal', active: false, costs: [], gateways: [] },
    ];
    expect((await finance.post('/api/admin/methods', { country: 'FI', methods })).status).toBe(200);
    const payer = await till.payer({ country: 'FI' });
    expect((await payer.get('/api/packages.php')).body.methods).toEqual([
      { id: 'paypal', transaction_costs: euros('0.50') },
      { id: 'creditcard', transaction_costs: euros('0.00') },
    ]);
    expect((await payer.pay({ method: 'ideal' })).body.error).toBe('method_unavailable');
    const id = await bought(payer, { method: 'paypal' });
    expect((await payer.get(`/api/payment.php?id=${id}`)).body).toMatchObject({
      amount: euros('20.49'),
      transaction_costs: euros('0.50'),
    });
    expect((await catalogue()).methods.find(({ country }) => country === 'FI')!.methods).toEqual(methods);
    const first = [{ id: 'sdd', active: true, costs: [] }, ...methods];
    expect((await finance.post('/api/admin/methods', { country: 'FI', methods: first })).status).toBe(422);
    expect(
      (await finance.post('/api/admin/methods', { country: 'FI', methods: [...methods, methods[0]] })).status,
    ).toBe(422);
  });

  test('applies a VAT rate from its day on, and orders keep the rate of their day', async () => {
    const payer = await till.payer({ country: 'IE' });
    const before = await bought(payer);
    // Late in the evening it is tomorrow already in the site's time zone.
    const inTwoDays = new Date(Date.now() + (MID_MONTH + 2 * 86_400) * 1000).toISOString().slice(0, 10);
    expect(
      (await finance.post('/api/admin/vat', { country: 'IE', percentage: 23.5, valid_from: inTwoDays }))
        .status,
    ).toBe(200);
    expect(
      (await finance.post('/api/admin/vat', { country: 'IE', percentage: 9, valid_from: '2026-01-02' }))
        .status,
    ).toBe(422);
    expect((await payer.get('/api/packages.php')).body.vat_percentage).toBe(23);
    await till.shiftClock(MID_MONTH + 2 * 86_400);
    expect((await payer.get('/api/packages.php')).body.vat_percentage).toBe(23.5);
    const after = await bought(payer);
    await till.shiftClock(MID_MONTH);
    const { rows } = await sql<{ id: string; vat_percentage: string }>`
      select id, vat_percentage::float8::text as vat_percentage from payments where id in (${before}, ${after}) order by id`.execute(
      till.site.app.db,
    );
    expect(rows).toEqual([
      { id: before, vat_percentage: '23' },
      { id: after, vat_percentage: '23.5' },
    ]);
  });
});

describe('the books of a month', () => {
  const month = () => new Date(Date.now() + MID_MONTH * 1000).toISOString().slice(0, 7);
  const books = async () => (await finance.get(`/api/admin/books?month=${month()}`)).body as Books;

  test('match the receipts, the ledger and the hourly check', async () => {
    const payer = await till.payer({ country: 'BE' });
    const [first] = [await bought(payer), await bought(payer, { package: 3 })];
    await sql`select book_credits(${payer.id}, 'operator_grant', 7, 'granted', 'books', null)`.execute(
      till.site.app.db,
    );
    await finance.post('/api/admin/refund', {
      id: randomUUID(),
      payment: first,
      amount: euros('5.00'),
      credits: 10,
      reason: 'books',
    });
    await till.checkout(await bought(payer), 'chargeback');
    const { revenue, credits } = await books();
    expect(revenue.find(({ country }) => country === 'BE')).toEqual({
      company: { id: 1, name: expect.any(String) },
      country: 'BE',
      currency: 'EUR',
      vat_percentage: 21,
      orders: 3,
      gross: euros('79.97'),
      vat: euros('13.88'),
      refunds: 1,
      refunded: euros('5.00'),
      refunded_vat: euros('0.87'),
    });
    // Plain SQL over the sold lines, and the figure of the hourly check.
    const { rows } = await sql<{ gross: number; orders: number }>`
      select sum(amount_cents)::int as gross, count(*)::int as orders from payments where status = 'completed' and currency = 'EUR'`.execute(
      till.site.app.db,
    );
    const inEuros = revenue.filter(({ currency }) => currency === 'EUR');
    expect(Math.round(inEuros.reduce((sum, { gross }) => sum + Number(gross.amount), 0) * 100)).toBe(
      rows[0]!.gross,
    );
    expect(inEuros.reduce((sum, { orders }) => sum + orders, 0)).toBe(rows[0]!.orders);
    const { before, sold, given, used, returned, taken_back, lent, lapsed, outstanding } = credits;
    expect(before + sold + given - used + returned - taken_back + lent - lapsed).toBe(outstanding);
    expect(outstanding).toBe((await reconcileLedger(till.site.app.db)).held);
    const { rows: plain } = await sql<{
      sold: number;
    }>`select sum(credits)::int as sold from payments where status = 'completed'`.execute(till.site.app.db);
    expect(sold).toBe(plain[0]!.sold);
  });

  test('separate the companies, in the reply and in the file', async () => {
    const payer = await till.payer({ country: 'DE' });
    await bought(payer);
    const { payment_id } = (await payer.pay({ method: 'creditcard' })).body;
    await till.asOwner(`update payments set host = 'nordisk.example' where id = '${payment_id}'`);
    await till.checkout(payment_id, 'paid');
    const lines = (await books()).revenue.filter(({ country }) => country === 'DE');
    expect(lines.map(({ company, orders }) => [company.id, orders])).toEqual([
      [1, 1],
      [2, 1],
    ]);
    const file = await finance.get(`/api/admin/books-file?month=${month()}&part=revenue`);
    const rows = parse<Record<string, string>>(file.body, { columns: true });
    expect(rows.filter(({ country }) => country === 'DE').map(({ company }) => company)).toEqual([
      lines[0]!.company.name,
      'Nordisk ApS',
    ]);
  });

  test('export a line for each receipt and credit note, which add up to the revenue', async () => {
    const payer = await till.payer({ country: 'FI' });
    const id = await bought(payer);
    await finance.post('/api/admin/refund', {
      id: randomUUID(),
      payment: id,
      amount: euros('5.00'),
      credits: 10,
      reason: 'books',
    });
    const file = await finance.get(`/api/admin/books-file?month=${month()}&part=receipts`);
    expect(file.headers.get('content-disposition')).toContain(`receipts-${month()}.csv`);
    const lines = parse<Record<string, string>>(file.body, { columns: true });
    const [receipt, note] = lines.filter(({ payment_id }) => payment_id === id);
    expect(receipt).toMatchObject({
      kind: 'receipt',
      country: 'FI',
      number: expect.stringMatching(/^20\d\d-\d{6}$/),
    });
    expect(note).toMatchObject({
      kind: 'credit_note',
      corrects: receipt!['number'],
      total: '-5.00',
      credits: '-10',
    });
    const total = lines
      .filter(({ currency }) => currency === 'EUR')
      .reduce((sum, line) => sum + Math.round(Number(line['total']) * 100), 0);
    const cents = (amount: { amount: string }) => Math.round(Number(amount.amount) * 100);
    const { revenue } = await books();
    expect(total).toBe(
      revenue
        .filter(({ currency }) => currency === 'EUR')
        .reduce((sum, { gross, refunded }) => sum + cents(gross) - cents(refunded), 0),
    );
    expect(file.body).not.toContain('@');
  });

  test('export the same figures as CSV', async () => {
    const { revenue, credits } = await books();
    const file = await finance.get(`/api/admin/books-file?month=${month()}&part=revenue`);
    expect(file.headers.get('content-disposition')).toContain(`revenue-${month()}.csv`);
    expect(parse(file.body, { columns: true })).toHaveLength(revenue.length);
    const lines = parse(
      (await finance.get(`/api/admin/books-file?month=${month()}&part=credits`)).body,
    ) as string[][];
    expect(lines.find(([figure]) => figure === 'outstanding')![1]).toBe(String(credits.outstanding));
    expect((await finance.get('/api/admin/books?month=2026-13')).status).toBe(400);
    expect((await finance.get('/api/admin/books?month=2020-01')).body).toMatchObject({
      revenue: [],
      credits: { before: 0, outstanding: 0 },
    });
  });
});

describe('a settlement file', () => {
  const match = async (csv: string) =>
    (await finance.post('/api/admin/settlement', { gateway: 'sandbox', csv })).body as Settlement;

  test('that matches shows no differences, whatever its column and amount formats', async () => {
    const [one, two] = [await bought(await till.payer()), await bought(await till.payer(), { package: 5 })];
    for (const csv of [
      `Payment ID,Amount,Currency\n${one},19.99,EUR\n${two},149.99,EUR\n`,
      `\ufeffDate;Reference;Gross amount;CURRENCY\n2026-11-22;sandbox_${one};19,99;eur\n2026-11-22;sandbox_${two};"149,99";eur\n;;-1.234,56;EUR\n`,
    ])
      expect(await match(csv)).toMatchObject({ payments: 2, agreed: 2, differences: [] });
  });

  test('that does not match lists each difference', async () => {
    const payer = await till.payer();
    const [less, forgotten, given] = [await bought(payer), await bought(payer), await bought(payer)];
    const open = (await payer.pay({ method: 'creditcard' })).body.payment_id as string;
    const csv = `id,amount,currency\nsandbox_${less},18.99,EUR\nsandbox_${open},19.99,EUR\nsandbox_${given},19.99,EUR\nsandbox_${given},-4.00,EUR\ntr_other,5.00,EUR\n`;
    const { agreed, differences } = await match(csv);
    expect(agreed).toBe(0);
    expect(differences.map(({ kind, payment_id }) => [kind, payment_id])).toEqual([
      ['amount', less],
      ['not_paid', open],
      ['refund', given],
      ['unknown', null],
      ['missing', forgotten],
    ]);
    expect(differences[0]).toMatchObject({ file: euros('18.99'), booked: euros('19.99') });
  });

  test('that is unreadable is refused without changes', async () => {
    for (const csv of [
      'nothing',
      'id,amount\n1,2\n',
      'id,amount,currency\n1,two,EUR\n',
      'id,amount,currency\n"1,2,EUR\n',
    ])
      expect((await finance.post('/api/admin/settlement', { gateway: 'sandbox', csv })).status, csv).toBe(
        422,
      );
  });
});

test('shows operators how often a code was used', async () => {
  await finance.post('/api/admin/discount-codes', {
    code: 'COUNTED',
    value_percentage: 10,
    validity: 'unlimited',
    paymentmethods: ['visa'],
    currency: 'EUR',
  });
  for (let times = 0; times < 2; times++)
    await bought(await till.payer(), { discountcode: 'COUNTED', method: 'creditcard' });
  const { codes } = (await finance.get('/api/admin/discount-codes')).body;
  expect(codes[0]).toMatchObject({ code: 'COUNTED', uses: 2, paymentmethods: ['visa'], currency: 'EUR' });
});
