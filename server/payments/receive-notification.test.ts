import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sandboxOrders } from '#support/money/sandbox-orders.ts';
import { openTill, type Till } from '#support/till.ts';
import { GatewayUnavailable } from './gateways/gateway.ts';

let till: Till;
beforeAll(async () => {
  till = await openTill();
});
afterAll(() => till.close());
afterEach(() => till.ledgerAddsUp());

const { notificationOf, sandbox, started, statusOf } = sandboxOrders(() => till);

describe('a notification', () => {
  test('repeated ten times in parallel credits once', async () => {
    const payer = await till.payer();
    const id = await started(payer);
    const paid = await notificationOf(id, {}, 'paid');
    const answers = await Promise.all(Array.from({ length: 10 }, () => till.notify(paid)));
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      Array.from({ length: 10 }, () => [200, 'OK']),
    );
    for (let times = 0; times < 10; times++) await till.notify(paid);
    expect(await payer.credits()).toBe(50);
  });

  test('that is forged changes nothing', async () => {
    const payer = await till.payer();
    const id = await started(payer);
    const paid = await notificationOf(id, {}, 'paid');
    for (const forged of [
      { ...paid, signature: 'f'.repeat(64) },
      { ...paid, signature: '' },
      { ...paid, amount_cents: '1' },
      { ...paid, member: '1' },
    ]) {
      expect((await till.notify(forged)).status).toBe(400);
    }
    expect((await till.notify(paid, 'mollie')).status).toBe(400);
    expect(await payer.credits()).toBe(0);
  });

  test.each([
    ['amount', { amount_cents: '1' }],
    ['currency', { currency: 'USD' }],
    ['member', { member: '999999' }],
    ['reference', { reference: 'another' }],
  ])('with a different %s than the intent is refused', async (_what, changes) => {
    const payer = await till.payer();
    const id = await started(payer);
    expect((await till.notify(await notificationOf(id, changes, 'paid'))).status).toBe(409);
    expect(await statusOf(payer, id)).toBe('pending');
    expect(await payer.credits()).toBe(0);
  });

  test.each(['paid', 'chargeback', 'refunded'])(
    'of %s that the gateway does not confirm has no effect',
    async (outcome) => {
      const payer = await till.payer();
      for (const booked of ['open', 'pending', 'failed', 'cancelled'] as const) {
        const id = await started(payer);
        if (booked !== 'open') await sandbox().choose(id, booked);
        expect((await till.notify(await notificationOf(id, { outcome }))).status, booked).toBe(409);
        expect(await statusOf(payer, id)).toBe('pending');
      }
      expect((await payer.get('/api/user.php')).body).toMatchObject({ credits: 0, paid_user: false });
      expect((await payer.get('/api/statement.php')).body.lines).toEqual([]);
    },
  );

  test('is refused while the gateway is unavailable, and grants the credits when sent again', async () => {
    const payer = await till.payer();
    const id = await started(payer);
    const paid = await notificationOf(id, {}, 'paid');
    const { fetchStatus } = sandbox();
    sandbox().fetchStatus = async () => {
      throw new GatewayUnavailable('away');
    };
    expect((await till.notify(paid)).status).toBe(503);
    expect(await payer.credits()).toBe(0);
    sandbox().fetchStatus = fetchStatus;
    expect((await till.notify(paid)).status).toBe(200);
    expect(await payer.credits()).toBe(50);
  });

  test('of an unknown payment is acknowledged without effect', async () => {
    const payer = await till.payer();
    const id = await started(payer);
    expect((await till.notify(await notificationOf(id, { payment_id: randomUUID() }, 'paid'))).status).toBe(
      200,
    );
    expect(await payer.credits()).toBe(0);
  });

  test('of a chargeback removes unspent credits once and leaves the member premium', async () => {
    const payer = await till.payer();
    const id = await started(payer);
    await till.checkout(id, 'paid');
    const answers = await Promise.all(Array.from({ length: 5 }, () => till.checkout(id, 'chargeback')));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect((await payer.get('/api/user.php')).body).toMatchObject({ credits: 0, paid_user: true });
    expect((await payer.get(`/api/payment.php?id=${id}`)).body).toMatchObject({
      status: 'completed',
      reversed: 'chargeback',
    });
  });

  test('of a chargeback of spent credits leaves a recorded debt, which the next purchase pays first', async () => {
    const payer = await till.payer();
    const id = await started(payer);
    await till.checkout(id, 'paid');
    await sql`select book_credits(${payer.id}, 'refund', -20, 'sales', 'spent-in-test', null)`.execute(
      till.site.app.db,
    );
    await till.checkout(id, 'chargeback');
    const debt = async () =>
      (
        await sql<{ credit_debt: number }>`select credit_debt from members where id = ${payer.id}`.execute(
          till.site.app.db,
        )
      ).rows[0]!.credit_debt;
    expect([await payer.credits(), await debt()]).toEqual([0, 20]);
    await till.checkout(await started(payer), 'paid');
    expect([await payer.credits(), await debt()]).toEqual([30, 0]);
  });

  test('of a chargeback that arrives before its payment leaves no credits either', async () => {
    const payer = await till.payer();
    const id = await started(payer);
    await sandbox().choose(id, 'paid');
    await till.notify(await notificationOf(id, {}, 'chargeback'));
    await till.notify(await notificationOf(id, { outcome: 'paid' }));
    expect(await payer.credits()).toBe(0);
    expect((await payer.get(`/api/payment.php?id=${id}`)).body).toMatchObject({
      status: 'completed',
      reversed: 'chargeback',
    });
  });
});
