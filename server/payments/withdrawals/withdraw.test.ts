import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { queuedMails } from '#support/job-queue.ts';
import { openTill, type TestPayer, type Till } from '#support/till.ts';
import { GatewayRefused, GatewayUnavailable } from '../gateways/gateway.ts';
import { sendRefunds } from '../refunds/send-refunds.ts';

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

async function bought(payer: TestPayer, order: Record<string, unknown> = {}): Promise<string> {
  const { payment_id } = (await payer.pay(order)).body;
  expect((await till.checkout(payment_id, 'paid')).status).toBe(200);
  return payment_id;
}

async function use(payer: TestPayer, credits: number): Promise<void> {
  await sql`select book_credits(${payer.id}, 'refund', ${-credits}, 'sales', ${`used:${randomUUID()}`}, null)`.execute(
    till.site.app.db,
  );
}

const statement = (payer: TestPayer, order: string, changes: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  name: 'Pia Payer',
  email: payer.email,
  order,
  ...changes,
});
const withdraw = (payer: TestPayer, order: string, changes: Record<string, unknown> = {}) =>
  payer.post('/api/withdrawal.php', statement(payer, order, changes));
const asVisitor = (body: unknown) =>
  till.request('/api/withdrawal.php', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const payment = async (payer: TestPayer, id: string) => (await payer.get(`/api/payment.php?id=${id}`)).body;

const mailsTo = (address: string, template: string) => queuedMails(till.site.app.db, address, template);

async function openRefunds(payer: TestPayer) {
  const { rows } = await sql<{
    status: string;
    tries: number;
    amount_cents: number;
    credits: number;
    failure_reason: string | null;
  }>`
    select status, tries, amount_cents, credits, failure_reason from refunds where member_id = ${payer.id} order by created_at`.execute(
    till.site.app.db,
  );
  return rows;
}

describe('a withdrawal', () => {
  test('from an unused order returns all credits and money, and is confirmed by mail with date and time', async () => {
    const payer = await till.payer();
    const id = await bought(payer, { method: 'paypal' });
    expect((await payer.get('/api/withdrawals.php')).body.orders).toMatchObject([
      {
        payment_id: id,
        credits: 50,
        unused: 50,
        paid: { amount: '20.34' },
        amount: { amount: '20.34', currency: 'EUR' },
      },
    ]);
    const answer = await withdraw(payer, id);
    expect(answer).toMatchObject({
      status: 201,
      body: { outcome: 'refunded', payment_id: id, credits: 50, amount: { amount: '20.34' } },
    });
    expect(await payer.credits()).toBe(0);
    expect(await mailsTo(payer.email, 'withdrawal')).toMatchObject([
      {
        name: 'Pia Payer',
        email: payer.email,
        order: id,
        outcome: 'refunded',
        credits: 50,
        amount: { amount: '20.34' },
        received_at: answer.body.received_at,
      },
    ]);
    expect(await payment(payer, id)).toMatchObject({
      status: 'completed',
      refund: { credits: 50, status: 'processing' },
      withdraw_until: null,
    });
    await sendRefunds(till.site.app);
    expect(await payment(payer, id)).toMatchObject({
      reversed: 'refund',
      refund: { credits: 50, amount: { amount: '20.34' }, status: 'completed' },
      withdraw_until: null,
    });
    expect((await sandbox().order(id))!.outcome).toBe('refunded');
    expect(await mailsTo(payer.email, 'refund')).toMatchObject([
      { amount: { amount: '20.34' }, credits: 50 },
    ]);
    expect((await payer.get('/api/withdrawals.php')).body.orders).toEqual([]);
  });

  test('refunds the unused share of the paid amount, rounded up', async () => {
    const payer = await till.payer();
    const id = await bought(payer);
    await use(payer, 33);
    expect((await withdraw(payer, id)).body).toMatchObject({
      outcome: 'refunded',
      credits: 17,
      amount: { amount: '6.80' },
    });
    expect(await payer.credits()).toBe(0);
    await sendRefunds(till.site.app);
    expect(await payment(payer, id)).toMatchObject({
      status: 'completed',
      refund: { amount: { amount: '6.80' }, status: 'completed' },
    });
    expect((await payment(payer, id)).reversed).toBeUndefined();
    expect((await withdraw(payer, id)).body.outcome).toBe('nothing_unused');
  });

  test('treats the oldest credits as used first, so the newest order is unused', async () => {
    const payer = await till.payer();
    const [first, second] = [await bought(payer), await bought(payer, { package: 1 })];
    await use(payer, 45);
    const { orders } = (await payer.get('/api/withdrawals.php')).body;
    expect(
      orders.map(({ payment_id, unused }: { payment_id: string; unused: number }) => [payment_id, unused]),
    ).toEqual([
      [second, 20],
      [first, 5],
    ]);
    expect((await withdraw(payer, second)).body.credits).toBe(20);
    expect((await withdraw(payer, first)).body.credits).toBe(5);
    expect(await payer.credits()).toBe(0);
  });

  test('does not count granted credits as bought', async () => {
    const payer = await till.payer();
    const id = await bought(payer);
    await use(payer, 50);
    await sql`select book_credits(${payer.id}, 'operator_grant', 10, 'granted', 'gift', null)`.execute(
      till.site.app.db,
    );
    expect((await withdraw(payer, id)).body.outcome).toBe('nothing_unused');
    expect(await payer.credits()).toBe(10);
  });

  test('repeated in sequence and in parallel gives one refund and one mail', async () => {
    const payer = await till.payer();
    const id = await bought(payer);
    const body = statement(payer, id);
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => payer.post('/api/withdrawal.php', body)),
      ...Array.from({ length: 5 }, () => withdraw(payer, id)),
    ]);
    expect(answers.every(({ status }) => status === 201)).toBe(true);
    expect(answers.filter(({ body: { credits } }) => credits === 50).length).toBeGreaterThan(0);
    expect(await openRefunds(payer)).toHaveLength(1);
    expect(
      (await mailsTo(payer.email, 'withdrawal')).filter(({ outcome }) => outcome === 'refunded'),
    ).toHaveLength(1);
    await Promise.all([sendRefunds(till.site.app), sendRefunds(till.site.app)]);
    const { rows } = await sql<{
      refunds: Record<string, number>;
    }>`select refunds from sandbox_orders where payment_id = ${id}`.execute(till.site.app.db);
    expect(Object.values(rows[0]!.refunds)).toEqual([1999]);
  });

  test('in parallel with forty sends neither loses nor creates a credit', async () => {
    const [payer, friend] = [await till.payer(), await till.payer()];
    const id = await bought(payer);
    const say = (text: string) =>
      payer.post('/api/chat.php', { profile: friend.id, client_id: randomUUID(), text });
    for (let free = 0; free < 5; free++) expect((await say('free')).status).toBe(201);
    const [done, ...sends] = await Promise.all([
      withdraw(payer, id),
      ...Array.from({ length: 40 }, (_, i) => say(`${i}`)),
    ]);
    const charged = sends.filter(({ status }) => status === 201).length;
    expect(sends.every(({ status }) => status === 201 || status === 402)).toBe(true);
    expect(done.body.credits + charged).toBeLessThanOrEqual(50);
    const balance = await payer.credits();
    expect(balance).toBe(50 - done.body.credits - charged);
    const [refund] = await openRefunds(payer);
    expect(refund).toMatchObject({
      credits: done.body.credits,
      amount_cents: Math.ceil((1999 * done.body.credits) / 50),
    });
  });

  test('is possible until the end of the last day in the site’s time zone', async () => {
    const payer = await till.payer();
    const id = await bought(payer);
    const until = Date.parse((await payment(payer, id)).withdraw_until);
    expect(until - Date.now()).toBeGreaterThan(14 * 86_400_000);
    // A last day on a weekend or holiday moves to the next working day.
    expect(until - Date.now()).toBeLessThanOrEqual(19 * 86_400_000 + 3_600_000);
    await till.shiftClock(Math.floor((until - Date.now()) / 1000) - 60);
    expect((await payer.get('/api/withdrawals.php')).body.orders).toHaveLength(1);
    await till.shiftClock(Math.ceil((until - Date.now()) / 1000) + 1);
    expect((await payer.get('/api/withdrawals.php')).body.orders).toEqual([]);
    expect((await withdraw(payer, id)).body).toMatchObject({ outcome: 'late' });
    expect(await payer.credits()).toBe(50);
    expect(await mailsTo(payer.email, 'withdrawal')).toMatchObject([{ outcome: 'late' }]);
  });

  test('reports the invalid fields of the form', async () => {
    const payer = await till.payer();
    expect(await withdraw(payer, ' ', { name: ' ', email: 'nobody' })).toMatchObject({
      status: 422,
      body: { fields: { name: 'required', email: 'email_invalid', order: 'required' } },
    });
  });
});

describe('a visitor', () => {
  test('withdraws with the order’s id and the account’s e-mail address', async () => {
    const payer = await till.payer();
    const id = await bought(payer);
    const answer = await asVisitor(
      statement(payer, `Order ${id.toUpperCase()}`, { email: payer.email.toUpperCase() }),
    );
    expect(answer.body).toEqual({ received_at: answer.body.received_at, outcome: 'received' });
    expect(await payer.credits()).toBe(0);
    expect(await mailsTo(payer.email, 'withdrawal')).toMatchObject([
      { outcome: 'refunded', credits: 50, name: 'Pia Payer' },
    ]);
  });

  test('with another member’s order gets the same reply and no refund, and an operator reviews it', async () => {
    const [payer, thief] = [await till.payer(), await till.payer()];
    const id = await bought(payer);
    const body = statement(thief, id, { name: '<b>Free money</b> at evil.example' });
    const answer = await asVisitor(body);
    expect(answer).toMatchObject({ status: 201, body: { outcome: 'received' } });
    expect(Object.keys(answer.body).sort()).toEqual(['outcome', 'received_at']);
    expect(await withdraw(thief, id)).toMatchObject({ status: 201, body: { outcome: 'received' } });
    expect(await payer.credits()).toBe(50);
    const mails = await mailsTo(thief.email, 'withdrawal');
    expect(mails).toHaveLength(2);
    expect(mails[0]).toMatchObject({ outcome: 'unmatched', name: null });
    expect(await mailsTo(payer.email, 'withdrawal')).toEqual([]);
    const { rows } =
      await sql`select from withdrawals where outcome = 'unmatched' and email = ${thief.email} and handled_at is null`.execute(
        till.site.app.db,
      );
    expect(rows).toHaveLength(2);
    await asVisitor(body);
    expect(await mailsTo(thief.email, 'withdrawal')).toHaveLength(2);
  });
});

describe('the money', () => {
  test('waits while the gateway is unavailable, and is sent once when it is back', async () => {
    const payer = await till.payer();
    const id = await bought(payer);
    await withdraw(payer, id);
    const refund = sandbox().refund;
    sandbox().refund = async () => {
      throw new GatewayUnavailable('away');
    };
    await sendRefunds(till.site.app);
    expect(await openRefunds(payer)).toMatchObject([{ status: 'pending', tries: 1 }]);
    sandbox().refund = refund;
    await sendRefunds(till.site.app);
    expect(await openRefunds(payer)).toMatchObject([{ status: 'pending', tries: 1 }]);
    await till.shiftClock(61);
    await sendRefunds(till.site.app);
    expect(await openRefunds(payer)).toMatchObject([{ status: 'completed' }]);
  });

  test('is sent once even if the process died between the gateway’s response and the commit', async () => {
    const payer = await till.payer();
    const id = await bought(payer);
    await use(payer, 10);
    await withdraw(payer, id);
    const refund = sandbox().refund;
    sandbox().refund = async (...order) => {
      await refund(...order);
      throw new Error('killed');
    };
    await sendRefunds(till.site.app);
    sandbox().refund = refund;
    expect(await openRefunds(payer)).toMatchObject([{ status: 'pending' }]);
    await till.shiftClock(120);
    await sendRefunds(till.site.app);
    expect(await openRefunds(payer)).toMatchObject([{ status: 'completed', credits: 40 }]);
    const { rows } = await sql<{
      refunds: Record<string, number>;
    }>`select refunds from sandbox_orders where payment_id = ${id}`.execute(till.site.app.db);
    expect(Object.values(rows[0]!.refunds)).toEqual([1600]);
  });

  test('becomes an operator’s task when the gateway refuses', async () => {
    const payer = await till.payer();
    const id = await bought(payer);
    await withdraw(payer, id);
    const refund = sandbox().refund;
    sandbox().refund = async () => {
      throw new GatewayRefused('no refunds for this method');
    };
    await sendRefunds(till.site.app);
    sandbox().refund = refund;
    expect(await openRefunds(payer)).toMatchObject([
      { status: 'by_hand', failure_reason: 'no refunds for this method' },
    ]);
    expect((await payment(payer, id)).refund.status).toBe('processing');
  });

  test('is not sent after a chargeback, which takes only the rest', async () => {
    const payer = await till.payer();
    const id = await bought(payer);
    await use(payer, 20);
    await withdraw(payer, id);
    await till.checkout(id, 'chargeback');
    await sendRefunds(till.site.app);
    expect(await openRefunds(payer)).toMatchObject([
      { status: 'declined', credits: 30, failure_reason: 'chargeback' },
    ]);
    const { rows } = await sql<{
      credits: number;
      credit_debt: number;
    }>`select credits, credit_debt from members where id = ${payer.id}`.execute(till.site.app.db);
    expect(rows[0]).toEqual({ credits: 0, credit_debt: 20 });
  });

  test('that the gateway also reports is not booked twice', async () => {
    const payer = await till.payer();
    const [first, second] = [await bought(payer), await bought(payer)];
    await withdraw(payer, second);
    await sendRefunds(till.site.app);
    await till.notify(sandbox().notificationOf((await sandbox().order(second))!));
    await till.notify(sandbox().notificationOf((await sandbox().order(second))!));
    expect(await payer.credits()).toBe(50);
    expect((await payment(payer, first)).refund).toBeNull();
  });
});

describe('premium', () => {
  test('ends after withdrawing from the only purchase in full, and the welcome offer does not restart', async () => {
    const payer = await till.payer({ signedUpAgo: 60 });
    await withdraw(payer, await bought(payer));
    expect((await payer.get('/api/user.php')).body).toMatchObject({ credits: 0, paid_user: false });
    expect((await payer.get('/api/discountcode.php?welcome=true')).status).toBe(410);
  });

  test('stays if a part was used, or another purchase remains', async () => {
    const [one, two] = [await till.payer(), await till.payer()];
    const id = await bought(one);
    await use(one, 1);
    await withdraw(one, id);
    expect((await one.get('/api/user.php')).body).toMatchObject({ credits: 0, paid_user: true });
    await bought(two);
    await withdraw(two, await bought(two));
    expect((await two.get('/api/user.php')).body).toMatchObject({ credits: 50, paid_user: true });
  });
});

test('closes an unpaid order on withdrawal, and refunds money that still arrives', async () => {
  const payer = await till.payer();
  const { payment_id } = (await payer.pay({ method: 'sct' })).body;
  const late = (await payer.pay({ method: 'sct' })).body.payment_id;
  const state = (order: string) =>
    payer.post('/api/withdrawal.php', { id: randomUUID(), name: 'Pia', email: payer.email, order });
  await state(payment_id);
  expect((await payment(payer, payment_id)).status).toBe('cancelled');
  expect((await till.checkout(payment_id, 'paid')).status).toBe(409);

  // The gateway took the money at the same moment, so it could not close the order.
  await sandbox().choose(late, 'paid');
  await state(late);
  await till.notify(sandbox().notificationOf((await sandbox().order(late))!));
  await sendRefunds(till.site.app);
  expect(await payer.credits()).toBe(0);
  expect(await payment(payer, late)).toMatchObject({
    status: 'completed',
    reversed: 'refund',
    refund: { credits: 50, status: 'completed' },
  });
});
