import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Books, Catalogue, Settlement } from '#contract/calls/money-desk-calls.ts';
import { reconcileLedger } from '../credits/index.ts';
import { openTill, type TestPayer, type Till } from '#support/till.ts';

let till: Till;
let desk: TestPayer;
beforeAll(async () => {
  till = await openTill();
  desk = await till.payer();
  await sql`update members set roles = array['finance'] where id = ${desk.id}`.execute(till.site.app.db);
});
afterAll(() => till.close());
afterEach(() => till.ledgerAddsUp());

const euros = (amount: string) => ({ amount, currency: 'EUR' });
const catalogue = async () => (await desk.get('/api/admin/catalogue.php')).body as Catalogue;
async function bought(payer: TestPayer, order: Record<string, unknown> = {}): Promise<string> {
  const { payment_id } = (await payer.pay({ method: 'creditcard', ...order })).body;
  await till.checkout(payment_id, 'paid');
  return payment_id;
}

describe('what is sold', () => {
  test('is for finance to see and change, and every change is noted with what was before', async () => {
    const payer = await till.payer();
    expect((await payer.get('/api/admin/catalogue.php')).status).toBe(404);
    expect((await payer.post('/api/admin/vat.php', { country: 'NL', percentage: 1, valid_from: '2030-01-01' })).status).toBe(404);
    const body = { id: 1, credits: 20, active: true, recommended: true, prices: [euros('8.88'), { amount: '7.77', currency: 'GBP' }] };
    for (let times = 0; times < 2; times++) expect((await desk.post('/api/admin/package.php', body)).body).toEqual({ ok: true, id: 1 });
    expect((await catalogue()).packages.find(({ id }) => id === 1)).toEqual({ ...body, prices: [euros('8.88'), { amount: '7.77', currency: 'GBP' }] });
    expect((await catalogue()).packages.filter(({ recommended }) => recommended)).toHaveLength(1);
    const { packages } = (await payer.get('/api/packages.php')).body;
    expect(packages[0]).toMatchObject({ id: 1, price: euros('8.88'), recommended: true });
    const { rows } = await sql<{ details: { before: { prices: { EUR: number } } } }>`
      select details from audit_log where operator_id = ${desk.id} and action = 'package.change' order by id limit 1`.execute(till.site.app.db);
    expect(rows[0]!.details.before.prices.EUR).toBe(999);
  });

  test('a package is made once by its number of credits, sold, and taken off sale', async () => {
    const make = () => desk.post('/api/admin/package.php', { credits: 1000, active: true, recommended: false, prices: [euros('199.00')] });
    const answers = await Promise.all([make(), make(), make()]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const { id } = answers[0]!.body;
    const payer = await till.payer();
    await bought(payer, { package: id });
    expect(await payer.credits()).toBe(1000);
    await desk.post('/api/admin/package.php', { id, credits: 1000, active: false, recommended: false, prices: [euros('199.00')] });
    expect((await payer.pay({ package: id })).body.error).toBe('not_found');
    expect((await desk.post('/api/admin/package.php', { id, credits: 50, active: true, recommended: false, prices: [euros('1.00')] })).status).toBe(409);
    for (const prices of [[euros('0.00')], [{ amount: '1.00', currency: 'XTS' }], [euros('1.00'), euros('2.00')], []])
      expect((await desk.post('/api/admin/package.php', { credits: 7, active: true, recommended: false, prices })).status).toBe(422);
  });

  test('methods of a country are offered in their order, with their costs, and no other', async () => {
    const methods = [
      { id: 'paypal', active: true, costs: [euros('0.50')] },
      { id: 'creditcard', active: true, costs: [] },
      { id: 'ideal', active: false, costs: [] },
    ];
    expect((await desk.post('/api/admin/methods.php', { country: 'FI', methods })).status).toBe(200);
    const payer = await till.payer({ country: 'FI' });
    expect((await payer.get('/api/packages.php')).body.methods).toEqual([
      { id: 'paypal', transaction_costs: euros('0.50') },
      { id: 'creditcard', transaction_costs: euros('0.00') },
    ]);
    expect((await payer.pay({ method: 'ideal' })).body.error).toBe('method_unavailable');
    const id = await bought(payer, { method: 'paypal' });
    expect((await payer.get(`/api/payment.php?id=${id}`)).body).toMatchObject({ amount: euros('20.49'), transaction_costs: euros('0.50') });
    expect((await catalogue()).methods.find(({ country }) => country === 'FI')!.methods).toEqual(methods);
    const first = [{ id: 'sdd', active: true, costs: [] }, ...methods];
    expect((await desk.post('/api/admin/methods.php', { country: 'FI', methods: first })).status).toBe(422);
    expect((await desk.post('/api/admin/methods.php', { country: 'FI', methods: [...methods, methods[0]] })).status).toBe(422);
  });

  test('a rate of VAT holds from its day on, and an order keeps the rate of its own day', async () => {
    const payer = await till.payer({ country: 'IE' });
    const before = await bought(payer);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    expect((await desk.post('/api/admin/vat.php', { country: 'IE', percentage: 23.5, valid_from: tomorrow })).status).toBe(200);
    expect((await desk.post('/api/admin/vat.php', { country: 'IE', percentage: 9, valid_from: '2026-01-02' })).status).toBe(422);
    expect((await payer.get('/api/packages.php')).body.vat_percentage).toBe(23);
    await till.shiftClock(86_400);
    expect((await payer.get('/api/packages.php')).body.vat_percentage).toBe(23.5);
    const after = await bought(payer);
    await till.shiftClock(0);
    const { rows } = await sql<{ id: string; vat_percentage: string }>`
      select id, vat_percentage::float8::text as vat_percentage from payments where id in (${before}, ${after}) order by id`.execute(till.site.app.db);
    expect(rows).toEqual([
      { id: before, vat_percentage: '23' },
      { id: after, vat_percentage: '23.5' },
    ]);
  });
});

describe('the books of a month', () => {
  const month = () => new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Amsterdam' }).format().slice(0, 7);
  const books = async () => (await desk.get(`/api/admin/books.php?month=${month()}`)).body as Books;

  test('agree with the receipts, with the ledger and with its check', async () => {
    const payer = await till.payer({ country: 'BE' });
    const [first] = [await bought(payer), await bought(payer, { package: 3 })];
    await sql`select book_credits(${payer.id}, 'operator_grant', 7, 'granted', 'books', null)`.execute(till.site.app.db);
    await desk.post('/api/admin/refund.php', { id: randomUUID(), payment: first, amount: euros('5.00'), credits: 10, reason: 'books' });
    await till.checkout(await bought(payer), 'chargeback');
    const { revenue, credits } = await books();
    expect(revenue.find(({ country }) => country === 'BE')).toEqual({
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
    // Plain SQL, line by line of what was sold, and the hourly check's own figure.
    const { rows } = await sql<{ gross: number; orders: number }>`
      select sum(amount_cents)::int as gross, count(*)::int as orders from payments where status = 'completed' and currency = 'EUR'`.execute(till.site.app.db);
    const inEuros = revenue.filter(({ currency }) => currency === 'EUR');
    expect(Math.round(inEuros.reduce((sum, { gross }) => sum + Number(gross.amount), 0) * 100)).toBe(rows[0]!.gross);
    expect(inEuros.reduce((sum, { orders }) => sum + orders, 0)).toBe(rows[0]!.orders);
    const { before, sold, given, used, returned, taken_back, lent, lapsed, outstanding } = credits;
    expect(before + sold + given - used + returned - taken_back + lent - lapsed).toBe(outstanding);
    expect(outstanding).toBe((await reconcileLedger(till.site.app.db)).held);
    const { rows: plain } = await sql<{ sold: number }>`select sum(credits)::int as sold from payments where status = 'completed'`.execute(till.site.app.db);
    expect(sold).toBe(plain[0]!.sold);
  });

  test('come as CSV with the same figures', async () => {
    const { revenue, credits } = await books();
    const file = await desk.get(`/api/admin/books-file.php?month=${month()}&part=revenue`);
    expect(file.headers.get('content-disposition')).toContain(`revenue-${month()}.csv`);
    expect(parse(file.body, { columns: true })).toHaveLength(revenue.length);
    const lines = parse((await desk.get(`/api/admin/books-file.php?month=${month()}&part=credits`)).body) as string[][];
    expect(lines.find(([figure]) => figure === 'outstanding')![1]).toBe(String(credits.outstanding));
    expect((await desk.get('/api/admin/books.php?month=2026-13')).status).toBe(400);
    expect((await desk.get('/api/admin/books.php?month=2020-01')).body).toMatchObject({ revenue: [], credits: { before: 0, outstanding: 0 } });
  });
});

describe('a settlement file', () => {
  const match = async (csv: string) => (await desk.post('/api/admin/settlement.php', { gateway: 'sandbox', csv })).body as Settlement;

  test('that agrees has no differences, however the gateway writes its columns and amounts', async () => {
    const [one, two] = [await bought(await till.payer()), await bought(await till.payer(), { package: 5 })];
    for (const csv of [
      `Payment ID,Amount,Currency\n${one},19.99,EUR\n${two},149.99,EUR\n`,
      `\ufeffDate;Reference;Gross amount;CURRENCY\n2026-11-22;sandbox_${one};19,99;eur\n2026-11-22;sandbox_${two};"149,99";eur\n;;-1.234,56;EUR\n`,
    ])
      expect(await match(csv)).toMatchObject({ payments: 2, agreed: 2, differences: [] });
  });

  test('that does not agree names each difference', async () => {
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

  test('that cannot be read is refused, and changes nothing', async () => {
    for (const csv of ['nothing', 'id,amount\n1,2\n', 'id,amount,currency\n1,two,EUR\n', 'id,amount,currency\n"1,2,EUR\n'])
      expect((await desk.post('/api/admin/settlement.php', { gateway: 'sandbox', csv })).status, csv).toBe(422);
  });
});

test('operators see how often a code was used', async () => {
  await desk.post('/api/admin/discount-codes.php', { code: 'COUNTED', value_percentage: 10, validity: 'unlimited', paymentmethods: ['visa'], currency: 'EUR' });
  for (let times = 0; times < 2; times++) await bought(await till.payer(), { discountcode: 'COUNTED', method: 'creditcard' });
  const { codes } = (await desk.get('/api/admin/discount-codes.php')).body;
  expect(codes[0]).toMatchObject({ code: 'COUNTED', uses: 2, paymentmethods: ['visa'], currency: 'EUR' });
});
