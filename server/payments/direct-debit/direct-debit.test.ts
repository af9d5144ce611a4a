import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { queuedJobs, queuedTexts } from '#support/job-queue.ts';
import { openTill, type TestPayer, type Till } from '#support/till.ts';

let till: Till;
beforeAll(async () => {
  till = await openTill();
});
afterAll(() => till.close());
afterEach(async () => {
  await till.shiftClock(0);
  await till.ledgerAddsUp();
});

const ibans = [
  'NL91ABNA0417164300',
  'NL02ABNA0123456789',
  'DE89370400440532013000',
  'BE68539007547034',
  'FR1420041010050500013M02606',
  'NL20INGB0001234567',
  'AT611904300234573201',
];
let mobiles = 10_000_000;
const form = (changes: Record<string, unknown> = {}) => ({
  package: 2,
  idempotency_key: randomUUID(),
  account_holder: 'P. Payer',
  iban: ibans[0],
  street: 'Keizersgracht',
  house_number: '1',
  postal_code: '1015 CJ',
  city: 'Amsterdam',
  mobile: `06${++mobiles}`,
  consent: true,
  ...changes,
});
const send = (payer: TestPayer, body: unknown) => payer.post('/api/directdebit.php', body);

async function codeSentTo(mobile: string): Promise<string> {
  return /\d{6}/.exec((await queuedTexts(till.site.app, `+31${mobile.slice(1)}`)).at(-1)!)![0];
}
const codesSentTo = async (mobile: string) =>
  (await queuedTexts(till.site.app, `+31${mobile.slice(1)}`)).length;

async function debited(payer: TestPayer, changes: Record<string, unknown> = {}): Promise<string> {
  const given = form(changes);
  const { body } = await send(payer, given);
  expect(body.step).toBe('sms');
  const done = await send(payer, { payment_id: body.payment_id, code: await codeSentTo(given.mobile) });
  expect(done).toMatchObject({ status: 200, body: { step: 'done', status: 'completed' } });
  return body.payment_id;
}

describe('a direct debit', () => {
  test('is confirmed by the code and credited once, however often the code is sent', async () => {
    const payer = await till.payer();
    const given = form();
    const { status, body } = await send(payer, given);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'pending',
      step: 'sms',
      phone: `•••• ${given.mobile.slice(-2)}`,
      resend_in: 60,
    });
    const code = await codeSentTo(given.mobile);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => send(payer, { payment_id: body.payment_id, code })),
    );
    expect(answers.some((answer) => answer.body.status === 'completed')).toBe(true);
    expect((await send(payer, { payment_id: body.payment_id, code })).body).toMatchObject({
      step: 'done',
      status: 'completed',
    });
    expect(await payer.credits()).toBe(50);
  });

  test('reports each invalid field, and stores no order', async () => {
    const payer = await till.payer();
    const answer = await send(
      payer,
      form({ account_holder: ' ', iban: 'NL91ABNA0417164301', mobile: '0201234567', consent: false }),
    );
    expect(answer).toMatchObject({
      status: 422,
      body: {
        error: 'invalid_fields',
        fields: {
          account_holder: 'required',
          iban: 'iban_invalid',
          mobile: 'phone_invalid',
          consent: 'consent_required',
        },
      },
    });
    expect((await payer.get('/api/payments.php')).body.payments).toEqual([]);
  });

  test('stores the account number only encrypted, and never returns it', async () => {
    const payer = await till.payer();
    const { body } = await send(payer, form({ iban: 'NL02 ABNA 0123 4567 89' }));
    const { rows } = await sql<{
      row: string;
    }>`select d::text as row from direct_debits d where payment_id = ${body.payment_id}`.execute(
      till.site.app.db,
    );
    expect(rows[0]!.row).not.toMatch(/NL02ABNA|Keizersgracht|Payer/);
    expect(JSON.stringify(body)).not.toContain('0123456789');
  });

  test('cannot be confirmed by another member', async () => {
    const [payer, other] = [await till.payer(), await till.payer()];
    const given = form();
    const { body } = await send(payer, given);
    expect(
      (await send(other, { payment_id: body.payment_id, code: await codeSentTo(given.mobile) })).status,
    ).toBe(404);
    expect((await send(other, { payment_id: body.payment_id, resend: true })).status).toBe(404);
  });

  test('is not offered outside the SEPA countries', async () => {
    expect(
      (await send(await till.payer({ country: 'US' }), form({ mobile: '+31612345678' }))).body.error,
    ).toBe('method_unavailable');
  });

  test('can be started by payment.php and continued with the form', async () => {
    const payer = await till.payer();
    const { body } = await payer.pay({ method: 'sdd' });
    expect(body.redirect_url).toContain('/directdebit?payment_id=');
    expect((await send(payer, form({ payment_id: body.payment_id }))).body).toMatchObject({
      payment_id: body.payment_id,
      step: 'sms',
    });
  });
});

describe('the code', () => {
  test('allows five attempts in total, even in parallel', async () => {
    const payer = await till.payer();
    const given = form();
    const { payment_id } = (await send(payer, given)).body;
    const right = await codeSentTo(given.mobile);
    const wrong = right === '000000' ? '111111' : '000000';
    const guesses = await Promise.all(
      Array.from({ length: 5 }, () => send(payer, { payment_id, code: wrong })),
    );
    expect(guesses.map(({ body }) => body.error)).toEqual(Array.from({ length: 5 }, () => 'code_invalid'));
    expect((await send(payer, { payment_id, code: right })).body.error).toBe('code_invalid');
    expect(await payer.credits()).toBe(0);
  });

  test('is valid only for the account it was sent for: another account gets a new code', async () => {
    const payer = await till.payer();
    const given = form({ iban: ibans[0] });
    const { payment_id } = (await send(payer, given)).body;
    const first = await codeSentTo(given.mobile);
    expect((await send(payer, { ...given, payment_id, iban: ibans[2] })).body.step).toBe('sms');
    expect(await codesSentTo(given.mobile)).toBe(2);
    const second = await codeSentTo(given.mobile);
    if (first !== second)
      expect((await send(payer, { payment_id, code: first })).body.error).toBe('code_invalid');
    expect(await payer.credits()).toBe(0);
    expect((await send(payer, { payment_id, code: second })).body.status).toBe('completed');
  });

  test('is stored encrypted until it is sent', async () => {
    const payer = await till.payer();
    const given = form();
    await send(payer, given);
    const code = await codeSentTo(given.mobile);
    const stored = JSON.stringify(await queuedJobs(till.site.app.db, 'sms'));
    expect(stored).toContain(given.mobile.slice(1));
    expect(stored).not.toContain(code);
  });

  test('is refused more than ten minutes after it was sent', async () => {
    const payer = await till.payer();
    const given = form();
    const { payment_id } = (await send(payer, given)).body;
    await till.shiftClock(601);
    expect((await send(payer, { payment_id, code: await codeSentTo(given.mobile) })).body.error).toBe(
      'code_invalid',
    );
  });

  test('can be resent after 60 seconds, which invalidates the older one', async () => {
    const payer = await till.payer();
    const given = form({ iban: ibans[2] });
    const { payment_id } = (await send(payer, given)).body;
    const first = await codeSentTo(given.mobile);
    const early = await send(payer, { payment_id, resend: true });
    expect(early).toMatchObject({ status: 429, body: { error: 'too_many_requests' } });
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(50);
    await send(payer, { ...given, payment_id });
    expect(await codesSentTo(given.mobile)).toBe(1);
    await till.shiftClock(61);
    expect((await send(payer, { payment_id, resend: true })).body).toMatchObject({
      step: 'sms',
      resend_in: 60,
    });
    expect(await codesSentTo(given.mobile)).toBe(2);
    const second = await codeSentTo(given.mobile);
    if (first !== second)
      expect((await send(payer, { payment_id, code: first })).body.error).toBe('code_invalid');
    expect((await send(payer, { payment_id, code: second })).body.status).toBe('completed');
  });
});

describe('limits', () => {
  test('refuse more than 100 euro in 30 days per member', async () => {
    const payer = await till.payer();
    await debited(payer, { package: 4, iban: ibans[3] });
    expect((await send(payer, form({ package: 3, iban: ibans[4] }))).body.error).toBe('directdebit_limit');
    await till.shiftClock(31 * 86_400);
    expect((await send(payer, form({ package: 3, iban: ibans[4] }))).body.step).toBe('sms');
  });

  test('refuse more than 100 euro in 30 days per bank account, also by two parallel confirmations', async () => {
    const payers = [await till.payer(), await till.payer()];
    const given = payers.map(() => form({ package: 4, iban: ibans[5] }));
    const begun = await Promise.all(payers.map((payer, i) => send(payer, given[i])));
    const codes = await Promise.all(given.map(({ mobile }) => codeSentTo(mobile)));
    const done = await Promise.all(
      payers.map((payer, i) => send(payer, { payment_id: begun[i]!.body.payment_id, code: codes[i] })),
    );
    expect(done.map(({ body }) => body.status ?? body.error).sort()).toEqual([
      'completed',
      'directdebit_limit',
    ]);
  });

  test('block member and account after a chargeback', async () => {
    const payer = await till.payer();
    await till.checkout(await debited(payer, { package: 1, iban: ibans[6] }), 'chargeback');
    expect((await send(payer, form({ package: 1, iban: ibans[1] }))).body.error).toBe('directdebit_blocked');
    expect((await send(await till.payer(), form({ package: 1, iban: ibans[6] }))).body.error).toBe(
      'directdebit_blocked',
    );
  });
});

describe('codes by SMS', () => {
  const withLimits = () => openTill({ LIMITS_SCALE: '1' });

  test('are not sent for an unconfirmed account, which is not offered direct debit either', async () => {
    const payer = await till.payer();
    await sql`update members set status = 'not_confirmed', confirmed_at = null where id = ${payer.id}`.execute(
      till.site.app.db,
    );
    const given = form();
    expect((await send(payer, given)).body.error).toBe('method_unavailable');
    expect(await codesSentTo(given.mobile)).toBe(0);
    const { methods } = (await payer.get('/api/packages.php')).body;
    expect(methods.map(({ id }: { id: string }) => id)).not.toContain('sdd');
  });

  test('are limited per phone number, across accounts', async () => {
    const other = await withLimits();
    const { mobile } = form();
    const answers: number[] = [];
    for (let n = 0; n < 8; n++) answers.push((await send(await other.payer(), form({ mobile }))).status);
    expect(answers).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
    await other.close();
  });

  test('are limited per IP address, across phone numbers and accounts', async () => {
    const other = await withLimits();
    const answers: number[] = [];
    for (let n = 0; n < 22; n++) answers.push((await send(await other.payer(), form())).status);
    expect(answers.filter((status) => status === 200)).toHaveLength(20);
    await other.close();
  });
});
