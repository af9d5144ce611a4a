import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { queuedTexts } from '#support/job-queue.ts';
import { openTill, type TestPayer, type Till } from '#support/till.ts';
import { GatewayUnavailable } from './gateways/gateway.ts';
import { pollPayments } from './poll-payments.ts';

// Failures at a gateway, and between a gateway's response and the commit. Afterwards every payment must have
// taken effect exactly once, and the ledger must add up.

let till: Till;
beforeAll(async () => {
  till = await openTill();
});
afterAll(() => till.close());
afterEach(async () => {
  await till.shiftClock(0);
  await till.ledgerAddsUp();
});

const sandbox = () => till.site.app.parts.gateways.sandbox!;
type Start = ReturnType<typeof sandbox>['start'];

async function whileStart<T>(broken: (real: Start) => Start, work: () => Promise<T>): Promise<T> {
  const real = sandbox().start;
  sandbox().start = broken(real);
  try {
    return await work();
  } finally {
    sandbox().start = real;
  }
}
const away = (): Start => async () => {
  throw new GatewayUnavailable('away');
};
const killedAfter =
  (real: Start): Start =>
  async (order) => {
    await real(order);
    throw new Error('killed');
  };

const statusOf = async (payer: TestPayer, id: string) =>
  (await payer.get(`/api/payment.php?id=${id}`)).body.status;

async function debit(payer: TestPayer, iban: string): Promise<{ payment_id: string; code: string }> {
  // Uses 0610 to 0619, because not every number that starts with 06 is mobile.
  const mobile = `061${String(Math.floor(Math.random() * 10_000_000)).padStart(7, '0')}`;
  const { body } = await payer.post('/api/directdebit.php', {
    package: 1,
    idempotency_key: randomUUID(),
    account_holder: 'P. Payer',
    iban,
    street: 'Keizersgracht',
    house_number: '1',
    postal_code: '1015 CJ',
    city: 'Amsterdam',
    mobile,
    consent: true,
  });
  const [text] = (await queuedTexts(till.site.app, `+31${mobile.slice(1)}`)).toReversed();
  return { payment_id: body.payment_id, code: /\d{6}/.exec(text!)![0] };
}

describe('an unavailable gateway', () => {
  test('during the opening of an order: repeating the key later opens it once', async () => {
    const payer = await till.payer();
    const idempotency_key = randomUUID();
    const refused = await whileStart(away, () => payer.pay({ idempotency_key }));
    expect(refused).toMatchObject({ status: 503, body: { error: 'unavailable' } });
    const opened = await payer.pay({ idempotency_key });
    expect(opened).toMatchObject({ status: 201, body: { status: 'pending' } });
    await till.checkout(opened.body.payment_id, 'paid');
    expect(await payer.credits()).toBe(50);
    expect((await payer.get('/api/payments.php')).body.payments).toHaveLength(1);
  });

  test('during the charge of a stored card: credits once, after the charge succeeds', async () => {
    const payer = await till.payer();
    await till.checkout((await payer.pay({ method: 'creditcard' })).body.payment_id, 'paid');
    const order = { method: 'creditcard', recurring: true, idempotency_key: randomUUID() };
    expect((await whileStart(away, () => payer.pay(order))).status).toBe(503);
    expect(await payer.credits()).toBe(50);
    const answers = await Promise.all(Array.from({ length: 4 }, () => payer.pay(order)));
    expect(answers.every(({ status }) => status === 201)).toBe(true);
    expect(await payer.credits()).toBe(100);
  });

  test('during the confirmation of a direct debit: the right code collects once, later', async () => {
    const payer = await till.payer();
    const { payment_id, code } = await debit(payer, 'NL91ABNA0417164300');
    const confirm = () => payer.post('/api/directdebit.php', { payment_id, code });
    expect((await whileStart(away, confirm)).status).toBe(503);
    expect(await payer.credits()).toBe(0);
    const answers = await Promise.all(Array.from({ length: 4 }, confirm));
    expect(answers.map(({ body }) => body.status)).toEqual([
      'completed',
      'completed',
      'completed',
      'completed',
    ]);
    expect(await payer.credits()).toBe(20);
  });

  test('for days: the site closes an order that the gateway never received', async () => {
    const payer = await till.payer();
    const idempotency_key = randomUUID();
    await whileStart(away, () => payer.pay({ idempotency_key }));
    await till.shiftClock(25 * 3600);
    await pollPayments(till.site.app);
    const { payment_id, status } = (await payer.get('/api/payments.php')).body.payments[0];
    expect(status).toBe('cancelled');
    expect((await payer.pay({ idempotency_key })).body).toEqual({ payment_id, status: 'cancelled' });
    expect(await payer.credits()).toBe(0);
  });
});

describe('a process killed', () => {
  test('between collecting a direct debit and storing it: the poller completes it once', async () => {
    const payer = await till.payer();
    const { payment_id, code } = await debit(payer, 'NL02ABNA0123456789');
    const confirm = () => payer.post('/api/directdebit.php', { payment_id, code });
    expect((await whileStart(killedAfter, confirm)).status).toBe(500);
    expect(await payer.credits()).toBe(0);
    await till.shiftClock(180);
    await Promise.all([pollPayments(till.site.app), pollPayments(till.site.app)]);
    expect(await statusOf(payer, payment_id)).toBe('completed');
    await confirm();
    expect(await payer.credits()).toBe(20);
  });

  test('during a settlement: it rolls back, and the repeated notification completes it once', async () => {
    const payer = await till.payer();
    const { payment_id } = (await payer.pay()).body;
    const { mailer } = till.site.app;
    const send = mailer.send;
    mailer.send = async () => {
      throw new Error('killed');
    };
    const paid = sandbox().notificationOf(await sandbox().choose(payment_id, 'paid'));
    expect((await till.notify(paid)).status).toBe(500);
    mailer.send = send;
    expect([await payer.credits(), await statusOf(payer, payment_id)]).toEqual([0, 'pending']);
    for (let times = 0; times < 3; times++) expect((await till.notify(paid)).status).toBe(200);
    expect([await payer.credits(), await statusOf(payer, payment_id)]).toEqual([50, 'completed']);
    expect((await payer.get('/api/statement.php')).body.lines).toHaveLength(1);
  });

  test('during a withdrawal: neither the credits nor a refund change', async () => {
    const payer = await till.payer();
    const { payment_id } = (await payer.pay()).body;
    await till.checkout(payment_id, 'paid');
    const body = { id: randomUUID(), name: 'Pia', email: payer.email, order: payment_id };
    const { mailer } = till.site.app;
    const send = mailer.send;
    mailer.send = async () => {
      throw new Error('killed');
    };
    expect((await payer.post('/api/withdrawal.php', body)).status).toBe(500);
    mailer.send = send;
    expect(await payer.credits()).toBe(50);
    expect((await payer.get(`/api/payment.php?id=${payment_id}`)).body.refund).toBeNull();
    expect((await payer.post('/api/withdrawal.php', body)).body).toMatchObject({
      outcome: 'refunded',
      credits: 50,
    });
    expect(await payer.credits()).toBe(0);
  });
});
