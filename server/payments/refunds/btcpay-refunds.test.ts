import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { btcpayTill } from '#support/money/btcpay-till.ts';
import type { TestPayer } from '#support/till.ts';
import { followClaims } from './follow-claims.ts';
import { sendRefunds } from './send-refunds.ts';

const shop = btcpayTill();
const { paid } = shop;

describe('a refund', () => {
  const refundsIn = async (id: string) =>
    (
      await sql<{ status: string; claim_url: string | null; failure_reason: string | null }>`
        select status, claim_url, failure_reason from refunds where payment_id = ${id} order by created_at`.execute(
        shop.till.site.app.db,
      )
    ).rows;
  const withdraw = (payer: TestPayer, order: string) =>
    payer.post('/api/withdrawal.php', { id: randomUUID(), name: 'Pia', email: payer.email, order });
  const mailsTo = async ({ email }: TestPayer) =>
    (
      await sql<{ payload: { template?: string; props?: Record<string, unknown> } }>`
        select payload from graphile_worker._private_jobs where payload::text like ${`%${email}%`}`.execute(
        shop.till.site.app.db,
      )
    ).rows.map(({ payload }) => JSON.stringify(payload));

  async function withdrawn() {
    const payer = await shop.till.payer();
    const order = await paid(payer);
    expect((await withdraw(payer, order.payment)).status).toBe(201);
    await sendRefunds(shop.till.site.app);
    return { payer, ...order, pull: shop.btcpay.pullPayments.at(-1)! };
  }

  test('is a pull payment whose page the member gets on the order and by mail', async () => {
    const { payer, payment, invoice, pull } = await withdrawn();
    expect(pull).toMatchObject({ amount: '19.99', currency: 'EUR' });
    expect(shop.btcpay.requests.findLast(({ method }) => method === 'POST')!.path).toContain(
      `/invoices/${invoice}/refund`,
    );
    const { refund } = (await payer.get(`/api/payment.php?id=${payment}`)).body;
    expect(refund).toMatchObject({
      status: 'processing',
      claims: [{ amount: { amount: '19.99', currency: 'EUR' }, url: pull.viewLink }],
    });
    expect((await mailsTo(payer)).filter((mail) => mail.includes(pull.viewLink))).toHaveLength(1);
    expect(await payer.credits()).toBe(0);
  });

  test('is made once, whatever is repeated after a crash', async () => {
    const { payer, payment, pull } = await withdrawn();
    const before = shop.btcpay.pullPayments.length;
    await sql`update refunds set status = 'pending', claim_url = null, next_try_at = app_now() where payment_id = ${payment}`.execute(
      shop.till.site.app.db,
    );
    await sendRefunds(shop.till.site.app);
    expect(shop.btcpay.pullPayments).toHaveLength(before);
    expect(await refundsIn(payment)).toMatchObject([{ status: 'claimable', claim_url: pull.viewLink }]);
    expect(await payer.credits()).toBe(0);
  });

  test('is complete when the payout is, not before, and then forgets the page', async () => {
    const { payer, payment, pull } = await withdrawn();
    const payout = {
      id: 'po1',
      pullPaymentId: pull.id,
      state: 'AwaitingApproval',
      originalAmount: '19.99',
      originalCurrency: 'EUR',
    };
    shop.btcpay.payouts.push(payout);
    await shop.till.shiftClock(700);
    await followClaims(shop.till.site.app);
    expect(await refundsIn(payment)).toMatchObject([{ status: 'claimable' }]);
    payout.state = 'Completed';
    await shop.till.shiftClock(4_400);
    await followClaims(shop.till.site.app);
    expect(await refundsIn(payment)).toMatchObject([{ status: 'completed', claim_url: null }]);
    expect((await payer.get(`/api/payment.php?id=${payment}`)).body).toMatchObject({
      reversed: 'refund',
      refund: { status: 'completed', claims: [] },
    });
  });

  test('becomes an operator’s task when its claim is closed', async () => {
    const { payer, payment, pull } = await withdrawn();
    pull.archived = true;
    await shop.till.shiftClock(700);
    await followClaims(shop.till.site.app);
    expect(await refundsIn(payment)).toMatchObject([
      { status: 'by_hand', claim_url: null, failure_reason: 'The claim was closed before it was paid.' },
    ]);
    expect((await payer.get(`/api/payment.php?id=${payment}`)).body.refund.claims).toEqual([]);
  });

  test('of a part keeps the rest, and two parts have a claim each', async () => {
    const payer = await shop.till.payer();
    const operator = await shop.till.payer();
    await sql`update members set roles = array['finance'] where id = ${operator.id}`.execute(
      shop.till.site.app.db,
    );
    const { payment } = await paid(payer);
    for (const amount of ['4.00', '5.50']) {
      const answer = await operator.post('/api/admin/refund', {
        id: randomUUID(),
        payment,
        amount: { amount, currency: 'EUR' },
        credits: 10,
        reason: 'asked by phone',
      });
      expect(answer.status).toBe(200);
      await sendRefunds(shop.till.site.app);
    }
    const { refund, reversed } = (await payer.get(`/api/payment.php?id=${payment}`)).body;
    expect(refund.claims.map((claim: { amount: { amount: string } }) => claim.amount.amount)).toEqual([
      '4.00',
      '5.50',
    ]);
    expect(reversed).toBeUndefined();
    expect(await payer.credits()).toBe(30);
    const { refunds } = (await operator.get(`/api/admin/payment?id=${payment}`)).body;
    expect(refunds).toMatchObject([
      { status: 'claimable', claim_url: expect.stringContaining('/pull-payments/') },
      { status: 'claimable', claim_url: expect.stringContaining('/pull-payments/') },
    ]);
    const { items } = (await operator.get('/api/admin/money-work?kind=refund')).body;
    expect(items.filter((item: { payment: string }) => item.payment === payment)).toMatchObject([
      { step: 'await_claim', state: 'claimable' },
      { step: 'await_claim', state: 'claimable' },
    ]);
  });

  test('that the server refuses becomes an operator’s task', async () => {
    const payer = await shop.till.payer();
    const { invoice, payment } = await paid(payer);
    shop.btcpay.set(invoice, { status: 'Processing' });
    await withdraw(payer, payment);
    await sendRefunds(shop.till.site.app);
    expect(await refundsIn(payment)).toMatchObject([
      { status: 'by_hand', failure_reason: expect.stringContaining('non-refundable') },
    ]);
  });
});
