import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { queuedJobs } from '#support/job-queue.ts';
import { sandboxOrders } from '#support/money/sandbox-orders.ts';
import { openTill, type Till } from '#support/till.ts';

let till: Till;
beforeAll(async () => {
  till = await openTill();
});
afterAll(() => till.close());
afterEach(() => till.ledgerAddsUp());

const { notificationOf, sandbox, started, statusOf } = sandboxOrders(() => till);

describe('an order', () => {
  test('opens the sandbox checkout and returns paid, with credits and premium', async () => {
    const payer = await till.payer();
    const events: unknown[] = [];
    till.site.app.events.subscribe(payer.id, (event) => events.push(event));
    const answer = await payer.pay({ return_to: '/members/7/chat', consent: true });
    expect(answer).toMatchObject({
      status: 201,
      body: { status: 'pending', redirect_url: `/sandbox/checkout/${answer.body.payment_id}` },
    });
    const page = await till.request(answer.body.redirect_url);
    expect(page.status).toBe(200);
    expect(page.body).toContain('€19.99');

    expect((await till.checkout(answer.body.payment_id, 'paid')).body).toMatchObject({
      outcome: 'paid',
      redirect_url: `/en/transactions/${answer.body.payment_id}`,
    });
    expect((await payer.get(`/api/payment.php?id=${answer.body.payment_id}`)).body).toMatchObject({
      status: 'completed',
      credits: 50,
      amount: { amount: '19.99', currency: 'EUR' },
      method: 'ideal',
      transaction_costs: { amount: '0.00' },
      return_to: '/members/7/chat',
    });
    expect((await payer.get('/api/user.php')).body).toMatchObject({ credits: 50, paid_user: true });
    expect(events).toContainEqual({
      name: 'credits',
      data: {
        credits: 50,
        paid_user: true,
        reason: 'purchase',
        payment: { id: answer.body.payment_id, credits: 50 },
      },
    });
    expect((await payer.get('/api/payments.php')).body.payments).toHaveLength(1);
    expect((await payer.get('/api/packages.php')).body.last_order).toMatchObject({
      package: 2,
      method: 'ideal',
      credits: 50,
    });
  });

  test('sends its receipt once, despite repeated notifications', async () => {
    const payer = await till.payer();
    const id = await started(payer);
    for (let times = 0; times < 3; times++) await till.checkout(id, 'paid');
    const mails = (await queuedJobs(till.site.app.db, 'mail')).filter(
      ({ payload }) => String(payload.props?.payment_id) === id,
    );
    expect(mails).toHaveLength(1);
  });

  test('stays pending until it is paid later', async () => {
    const payer = await till.payer();
    const id = await started(payer, { method: 'sct' });
    await till.checkout(id, 'pending');
    expect(await statusOf(payer, id)).toBe('pending');
    expect(await payer.credits()).toBe(0);
    await till.checkout(id, 'paid');
    expect(await payer.credits()).toBe(50);
  });

  test('that failed or was cancelled gives no credits until money arrives later', async () => {
    const payer = await till.payer();
    const [failed, cancelled] = [await started(payer), await started(payer)];
    await till.checkout(failed, 'failed');
    await till.checkout(cancelled, 'cancelled');
    expect([await statusOf(payer, failed), await statusOf(payer, cancelled)]).toEqual([
      'failed',
      'cancelled',
    ]);
    expect(await payer.credits()).toBe(0);
    await till.notify(await notificationOf(failed, {}, 'paid'));
    expect(await statusOf(payer, failed)).toBe('completed');
    expect(await payer.credits()).toBe(50);
    await till.notify(await notificationOf(failed, { outcome: 'failed' }));
    expect(await statusOf(payer, failed)).toBe('completed');
  });

  test('stores one intent for five parallel repeats of one idempotency key', async () => {
    const payer = await till.payer();
    const idempotency_key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => payer.pay({ idempotency_key })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.payment_id)).size).toBe(1);
    expect((await payer.get('/api/payments.php')).body.payments).toHaveLength(1);
  });

  test('cannot be used by another member', async () => {
    const [owner, other] = [await till.payer(), await till.payer()];
    const id = await started(owner);
    expect((await other.get(`/api/payment.php?id=${id}`)).status).toBe(404);
    expect((await other.get('/api/payments.php')).body.payments).toEqual([]);
  });

  test('answers malformed requests without an internal error', async () => {
    const payer = await till.payer();
    for (const cursor of ['-'.repeat(36), '%00', 'x'.repeat(200)])
      expect((await payer.get(`/api/payments.php?cursor=${cursor}`)).status).toBeLessThan(500);
    expect((await payer.get('/api/discountcode.php?code=A%00B')).status).toBeLessThan(500);
    expect((await payer.pay({ discountcode: 'A\0B' })).status).toBeLessThan(500);
    const withdrawal = { id: randomUUID(), name: 'P\0', email: payer.email, order: '\0\ud800 my order' };
    expect((await payer.post('/api/withdrawal.php', withdrawal)).status).toBeLessThan(500);
  });

  test('is refused for an unavailable package, method or form', async () => {
    const payer = await till.payer();
    expect((await payer.pay({ package: 99 })).body.error).toBe('not_found');
    expect((await payer.pay({ method: 'swish' })).body.error).toBe('method_unavailable');
    expect((await payer.pay({ method: 'shells' })).status).toBe(400);
    expect((await payer.pay({ idempotency_key: 'x' })).body.fields).toEqual({ idempotency_key: 'invalid' });
    for (const consent of [undefined, false]) {
      expect(await payer.pay({ consent })).toMatchObject({
        status: 422,
        body: { fields: { consent: 'consent_required' } },
      });
    }
    expect((await payer.get('/api/payments.php')).body.payments).toEqual([]);
    expect(
      (
        await till.request('/api/payment.php', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{}',
        })
      ).body.error,
    ).toBe('authentication_required');
  });

  test('never redirects to another site', async () => {
    const payer = await till.payer();
    for (const return_to of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
    ]) {
      const id = await started(payer, { return_to });
      expect((await payer.get(`/api/payment.php?id=${id}`)).body.return_to).toBeNull();
    }
    const id = await started(payer, { return_to: '/.//evil.example' });
    expect((await payer.get(`/api/payment.php?id=${id}`)).body.return_to).toBe('/evil.example');
  });
});

describe('a stored card', () => {
  test('pays a second order immediately', async () => {
    const payer = await till.payer();
    await till.checkout(await started(payer, { method: 'creditcard' }), 'paid');
    expect((await payer.get('/api/packages.php')).body.stored_card).toMatchObject({
      brand: 'Visa',
      last4: '4242',
    });
    const repeat = await payer.pay({ method: 'creditcard', recurring: true });
    expect(repeat).toMatchObject({ status: 201, body: { status: 'completed' } });
    expect(await payer.credits()).toBe(100);
  });

  test('is charged once by five repeats of one idempotency key', async () => {
    const payer = await till.payer();
    await till.checkout(await started(payer, { method: 'visa' }), 'paid');
    const idempotency_key = randomUUID();
    await Promise.all(
      Array.from({ length: 5 }, () => payer.pay({ method: 'visa', recurring: true, idempotency_key })),
    );
    expect(await payer.credits()).toBe(100);
  });

  test('that has expired fails, and nothing is credited', async () => {
    const payer = await till.payer();
    await till.checkout(await started(payer, { method: 'creditcard' }), 'expired_card');
    expect((await payer.pay({ method: 'creditcard', recurring: true })).body.status).toBe('failed');
    expect(await payer.credits()).toBe(50);
  });

  test('is not stored without consent, and not charged without one', async () => {
    const payer = await till.payer();
    await till.checkout(await started(payer, { method: 'creditcard', save_card: false }), 'paid');
    expect((await payer.get('/api/packages.php')).body.stored_card).toBeNull();
    expect((await payer.pay({ method: 'creditcard', recurring: true })).body.error).toBe(
      'method_unavailable',
    );
  });
});

describe('the poller', () => {
  const poll = async () => {
    const { pollPayments } = await import('./poll-payments.ts');
    await pollPayments(till.site.app);
  };
  afterEach(() => till.shiftClock(0));

  test('settles a payment without a notification', async () => {
    const payer = await till.payer();
    const id = await started(payer);
    await sandbox().choose(id, 'paid');
    await poll();
    expect(await statusOf(payer, id)).toBe('pending');
    await till.shiftClock(180);
    await Promise.all([poll(), poll()]);
    expect(await statusOf(payer, id)).toBe('completed');
    expect(await payer.credits()).toBe(50);
  });

  test('completes an order whose process died between the gateway’s response and storing it', async () => {
    const payer = await till.payer();
    await till.checkout(await started(payer, { method: 'creditcard' }), 'paid');
    const gateway = sandbox();
    const charge = gateway.start;
    gateway.start = async (order) => {
      await charge(order);
      throw new Error('killed');
    };
    const idempotency_key = randomUUID();
    expect((await payer.pay({ method: 'creditcard', recurring: true, idempotency_key })).status).toBe(500);
    gateway.start = charge;
    expect(await payer.credits()).toBe(50);
    await till.shiftClock(180);
    await poll();
    expect(await payer.credits()).toBe(100);
    expect((await payer.pay({ method: 'creditcard', recurring: true, idempotency_key })).body.status).toBe(
      'completed',
    );
    expect(await payer.credits()).toBe(100);
  });

  test('cancels an order that was not paid within a day', async () => {
    const payer = await till.payer();
    const id = await started(payer);
    await till.shiftClock(25 * 3600);
    await poll();
    expect(await statusOf(payer, id)).toBe('cancelled');
    expect((await till.checkout(id, 'paid')).status).toBe(409);
  });
});
