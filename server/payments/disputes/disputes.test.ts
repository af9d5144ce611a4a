import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { DisputeFile } from '#contract/payments/disputes.ts';
import { startFakeMollie, type FakeMollie } from '#support/services/fake-mollie.ts';
import { startFakeVerotel, type FakeVerotel } from '#support/services/fake-verotel.ts';
import { openTill, type TestPayer, type Till } from '#support/till.ts';
import { importDisputes } from './import-disputes.ts';

let till: Till;
let finance: TestPayer;
let mollie: FakeMollie;
let verotel: FakeVerotel;

beforeAll(async () => {
  [mollie, verotel] = await Promise.all([startFakeMollie(), startFakeVerotel()]);
  till = await openTill({
    VEROTEL_SHOP_ID: '60678',
    VEROTEL_SIGNATURE_KEY: 'key',
    VEROTEL_URL: verotel.url,
    MOLLIE_API_KEY: 'test_key_of_thirty_characters_x',
    MOLLIE_API_URL: mollie.url,
    BTCPAY_URL: 'http://127.0.0.1:9',
    BTCPAY_STORE_ID: 'store',
    BTCPAY_API_KEY: 'key',
    BTCPAY_WEBHOOK_SECRET: 'secret',
  });
  finance = await till.payer();
  await sql`update members set roles = array['finance'] where id = ${finance.id}`.execute(till.site.app.db);
});
afterAll(async () => {
  await till.close();
  await mollie.close();
  await verotel.close();
});
afterEach(async () => {
  mollie.chargebacks.splice(0);
  mollie.chargebacksPerPage = 250;
  mollie.brokenWith = null;
  await till.shiftClock(0);
  await till.ledgerAddsUp();
});

interface Bought {
  payer: TestPayer;
  id: string;
  reference: string;
}

/** A bank transfer, which only Mollie takes. */
async function boughtAtMollie(): Promise<Bought> {
  const payer = await till.payer();
  const { body } = await payer.pay({ method: 'sct' });
  const reference = (body.redirect_url as string).split('/').at(-1)!;
  mollie.set(reference, { status: 'paid' });
  await till.notify({ id: reference }, 'mollie');
  expect(await payer.credits()).toBe(50);
  return { payer, id: body.payment_id, reference };
}

async function boughtAtVerotel(): Promise<Bought> {
  const payer = await till.payer();
  const { body } = await payer.pay({ method: 'creditcard' });
  await fetch(body.redirect_url);
  verotel.sales.get(body.payment_id)!.result = 'APPROVED';
  await payer.post('/api/payment-check.php', { payment_id: body.payment_id });
  expect(await payer.credits()).toBe(50);
  return { payer, id: body.payment_id, reference: `sale-${body.payment_id}` };
}

const amountOf = (reference: string) =>
  mollie.payments.get(reference)!['amount'] as { value: string; currency: string };

/** Has Mollie list a chargeback, and show it on the payment unless `shown` is false. */
function chargeBack(
  { reference }: Bought,
  {
    daysAgo = 1,
    shown = true,
    ...more
  }: Record<string, unknown> & { daysAgo?: number; shown?: boolean } = {},
): string {
  const id = `chb_${reference}`;
  if (shown) mollie.set(reference, { amountChargedBack: amountOf(reference) });
  mollie.chargebacks.unshift({
    id,
    paymentId: reference,
    amount: amountOf(reference),
    createdAt: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
    reason: { code: 'AC06', description: 'Account blocked' },
    reversedAt: null,
    ...more,
  });
  return id;
}

const detail = async (id: string) => (await finance.get(`/api/admin/payment?id=${id}`)).body;
const send = (gateway: string, lines: string[], apply: boolean) =>
  finance.post('/api/admin/dispute-file', {
    gateway,
    csv: ['Payment ID;Amount;Currency;Dispute ID;Reason', ...lines].join('\n'),
    apply,
  });
const resultsOf = ({ body }: { body: DisputeFile }) => body.lines.map(({ result }) => result);

test('takes credits back for a chargeback in the gateway’s list whose notification was lost', async () => {
  const bought = await boughtAtMollie();
  const reference = chargeBack(bought);
  for (let times = 0; times < 3; times++) await importDisputes(till.site.app);
  expect(await bought.payer.credits()).toBe(0);
  const { payment, disputes } = await detail(bought.id);
  expect(payment.reversed).toBe('chargeback');
  expect(disputes).toMatchObject([
    {
      reference,
      source: 'gateway',
      result: 'taken_back',
      reason: 'Account blocked',
      amount: { amount: '19.99' },
    },
  ]);
  const listed = (query: string) => finance.get(`/api/admin/payments?find=${bought.id}&${query}`);
  expect((await listed('dispute=open')).body.payments).toHaveLength(1);
  expect((await listed('dispute=lost')).body.payments).toHaveLength(0);
});

test('takes credits back once when list, notification and file arrive together', async () => {
  const bought = await boughtAtMollie();
  chargeBack(bought);
  await Promise.all([
    importDisputes(till.site.app),
    till.notify({ id: bought.reference }, 'mollie'),
    send('mollie', [`${bought.reference};19,99;EUR;;`], true),
    importDisputes(till.site.app),
  ]);
  expect(await bought.payer.credits()).toBe(0);
  const { rows } = await sql`
    select from ledger_entries where payment_id = ${bought.id} and kind = 'chargeback'`.execute(
    till.site.app.db,
  );
  expect(rows).toHaveLength(1);
});

test('changes nothing that the gateway’s status of the payment does not confirm', async () => {
  const bought = await boughtAtMollie();
  chargeBack(bought, { shown: false });
  await importDisputes(till.site.app);
  expect(resultsOf(await send('mollie', [`${bought.reference};19.99;EUR;x1;`], true))).toEqual([
    'unconfirmed',
  ]);
  expect(await bought.payer.credits()).toBe(50);
  expect((await detail(bought.id)).disputes).toMatchObject([
    { result: 'unconfirmed' },
    { result: 'unconfirmed' },
  ]);
  mollie.set(bought.reference, { amountChargedBack: amountOf(bought.reference) });
  await importDisputes(till.site.app);
  expect(await bought.payer.credits()).toBe(0);
});

test('keeps the credits of a reversed chargeback, and shows a later reversal', async () => {
  const [kept, taken] = [await boughtAtMollie(), await boughtAtMollie()];
  const reversedAt = new Date().toISOString();
  chargeBack(kept, { shown: false, reversedAt });
  chargeBack(taken);
  await importDisputes(till.site.app);
  expect([await kept.payer.credits(), await taken.payer.credits()]).toEqual([50, 0]);
  expect((await detail(kept.id)).disputes).toMatchObject([{ result: 'reversed' }]);
  mollie.chargebacks[0]!['reversedAt'] = reversedAt;
  await importDisputes(till.site.app);
  expect((await detail(taken.id)).disputes).toMatchObject([
    { result: 'taken_back', reversed_at: reversedAt },
  ]);
});

test('reads every page of the list until it is older than forty days', async () => {
  const all = [await boughtAtMollie(), await boughtAtMollie(), await boughtAtMollie()];
  all.forEach((bought, place) => chargeBack(bought, { daysAgo: [60, 30, 2][place] }));
  mollie.chargebacksPerPage = 1;
  await importDisputes(till.site.app);
  expect(await Promise.all(all.map(({ payer }) => payer.credits()))).toEqual([50, 0, 0]);
});

test('goes on with the next gateway while one is down', async () => {
  const bought = await boughtAtMollie();
  chargeBack(bought);
  mollie.brokenWith = 503;
  await importDisputes(till.site.app);
  expect(await bought.payer.credits()).toBe(50);
  mollie.brokenWith = null;
  await importDisputes(till.site.app);
  expect(await bought.payer.credits()).toBe(0);
});

test('previews a file, applies it line by line, and changes nothing when it is sent again', async () => {
  const [one, part, other] = [await boughtAtVerotel(), await boughtAtVerotel(), await boughtAtVerotel()];
  const unpaid = (await (await till.payer()).pay({ method: 'creditcard' })).body.payment_id as string;
  const lines = [
    `${one.reference};-19,99;EUR;d1;10.4 Fraud`,
    `${part.reference};5.00;EUR;d2;`,
    `${other.reference};19.99;USD;d3;`,
    `${unpaid};19.99;EUR;d4;`,
    'sale-nobody;19.99;EUR;d5;',
    `${one.reference};much;EUR;d6;`,
  ];
  const apart = ['amount', 'currency', 'not_paid', 'unknown', 'unreadable'];
  expect(resultsOf(await send('verotel', lines, false))).toEqual(['taken_back', ...apart]);
  expect(await one.payer.credits()).toBe(50);
  expect((await detail(one.id)).disputes).toEqual([]);
  const done = await send('verotel', lines, true);
  expect(resultsOf(done)).toEqual(['taken_back', ...apart]);
  expect(done.body.taken_back).toBe(1);
  for (const apply of [false, true])
    expect(resultsOf(await send('verotel', lines, apply))).toEqual(['known', ...apart]);
  expect(await one.payer.credits()).toBe(0);
  expect(await part.payer.credits()).toBe(50);
  expect((await detail(one.id)).disputes).toMatchObject([
    { reference: 'd1', result: 'taken_back', source: 'file', reason: '10.4 Fraud' },
  ]);
  expect((await detail(unpaid)).payment.status).toBe('pending');
  const { rows } = await sql`
    select action from audit_log where action = 'dispute.take_back' and object = ${one.id}`.execute(
    till.site.app.db,
  );
  expect(rows).toHaveLength(1);
});

test('stores a dispute under its number for each payment that a file gives it to', async () => {
  const all = [await boughtAtVerotel(), await boughtAtVerotel()];
  await send(
    'verotel',
    all.map(({ reference }) => `${reference};19.99;EUR;case 7;`),
    true,
  );
  for (const { payer, id } of all) {
    expect(await payer.credits()).toBe(0);
    expect((await detail(id)).disputes).toMatchObject([{ reference: 'case 7', result: 'taken_back' }]);
  }
});

test('leaves a dispute of a refunded payment to an operator', async () => {
  const bought = await boughtAtMollie();
  mollie.set(bought.reference, { amountRefunded: amountOf(bought.reference) });
  await till.notify({ id: bought.reference }, 'mollie');
  chargeBack(bought);
  await importDisputes(till.site.app);
  expect((await detail(bought.id)).disputes).toMatchObject([{ result: 'refunded' }]);
  expect(await bought.payer.credits()).toBe(0);
});

test('applies a file once when it is sent several times at once', async () => {
  const bought = await boughtAtVerotel();
  const replies = await Promise.all(
    Array.from({ length: 4 }, () => send('verotel', [`${bought.id};19.99;EUR;;`], true)),
  );
  expect(replies.map(({ body }) => body.taken_back).toSorted()).toEqual([0, 0, 0, 1]);
  expect(await bought.payer.credits()).toBe(0);
});

test('refuses files without columns, long ones, and gateways without chargebacks', async () => {
  const bodies = [
    { gateway: 'verotel', csv: 'a;b\n1;2', apply: false },
    { gateway: 'verotel', csv: `id;amount;currency\n${'x;1;EUR\n'.repeat(201)}`, apply: false },
    { gateway: 'btcpay', csv: 'id;amount;currency\nx;1;EUR', apply: false },
  ];
  for (const body of bodies) expect((await finance.post('/api/admin/dispute-file', body)).status).toBe(422);
  const member = await till.payer();
  expect((await member.post('/api/admin/dispute-file', bodies[0])).status).toBe(404);
});
