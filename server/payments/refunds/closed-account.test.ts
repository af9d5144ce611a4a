import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { queuedMails } from '#support/job-queue.ts';
import { openTill, type TestPayer, type Till } from '#support/till.ts';

let till: Till;
let moderator: TestPayer;
let finance: TestPayer;
beforeAll(async () => {
  till = await openTill();
  [moderator, finance] = [await operator('moderator'), await operator('finance')];
});
afterAll(() => till.close());
afterEach(() => till.ledgerAddsUp());

const db = () => till.site.app.db;

async function operator(role: string): Promise<TestPayer> {
  const one = await till.payer();
  await sql`update members set roles = array[${role}] where id = ${one.id}`.execute(db());
  return one;
}

async function bought(payer: TestPayer, order: Record<string, unknown> = {}): Promise<string> {
  const { payment_id } = (await payer.pay(order)).body;
  await till.checkout(payment_id, 'paid');
  return payment_id;
}

const ban = (member: number, more: Record<string, unknown> = {}) =>
  moderator.post('/api/admin/measure', {
    member,
    kind: 'ban',
    ground: 'harassment',
    facts: 'It was rude.',
    ...more,
  });
const refundsOf = async (member: number) =>
  (
    await sql<{
      kind: string;
      status: string;
      amount_cents: number;
      asked_by: number | null;
    }>`select kind, status, amount_cents, asked_by from refunds where member_id = ${member}`.execute(db())
  ).rows;
const mailsTo = (email: string, template: string) => queuedMails(db(), email, template);
const foreseen = async (member: number) =>
  (await moderator.get(`/api/admin/closing-refunds?member=${member}`)).body.refunds;

describe('closing an account', () => {
  test('reports and refunds unused credits without declaring a withdrawal for the member', async () => {
    const payer = await till.payer();
    await bought(payer);
    expect(await foreseen(payer.id)).toEqual([{ amount: '19.99', currency: 'EUR' }]);
    expect((await ban(payer.id)).status).toBe(201);
    expect(await refundsOf(payer.id)).toEqual([
      { kind: 'closing', status: 'pending', amount_cents: 1999, asked_by: moderator.id },
    ]);
    expect(await mailsTo(payer.email, 'withdrawal')).toEqual([]);
    expect(await mailsTo(payer.email, 'measure')).toMatchObject([{ refunded: { amount: '19.99' } }]);
    expect(await foreseen(payer.id)).toEqual([]);
  });

  test('leaves amounts above the limit to a second operator, split orders included', async () => {
    const payer = await till.payer();
    await bought(payer, { package: 4 });
    await ban(payer.id);
    expect(await refundsOf(payer.id)).toEqual([
      { kind: 'closing', status: 'approval', amount_cents: 7499, asked_by: moderator.id },
    ]);
    expect(await payer.credits()).toBe(250);
    // The mail must not promise a refund before the decision.
    expect((await mailsTo(payer.email, 'measure'))[0]).not.toHaveProperty('refunded');
    const [{ id }] = (
      await sql<{ id: string }>`select id from refunds where member_id = ${payer.id}`.execute(db())
    ).rows as [{ id: string }];
    expect((await finance.post('/api/admin/refund', { refund: id, decision: 'approve' })).status).toBe(200);
    expect(await payer.credits()).toBe(0);

    const other = await till.payer();
    for (let n = 0; n < 3; n++) await bought(other);
    await ban(other.id);
    // The moderator has refunded 19.99 today; the limit is 50.00.
    expect((await refundsOf(other.id)).map(({ status }) => status).toSorted()).toEqual([
      'approval',
      'approval',
      'pending',
    ]);
  });

  test('refunds nothing after payment fraud unless the operator decides otherwise', async () => {
    const [thief, victim] = [await till.payer(), await till.payer()];
    await bought(thief);
    await bought(victim);
    await ban(thief.id, { ground: 'payment_fraud' });
    expect(await refundsOf(thief.id)).toEqual([]);
    expect((await mailsTo(thief.email, 'measure'))[0]).not.toHaveProperty('refunded');
    await ban(victim.id, { ground: 'payment_fraud', refund: true });
    expect(await refundsOf(victim.id)).toHaveLength(1);
  });

  test('by support at the member’s request declares no withdrawal either', async () => {
    const [support, payer] = [await operator('support'), await till.payer()];
    await bought(payer);
    const answer = await till.request('/api/admin/member', {
      method: 'DELETE',
      headers: { cookie: support.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ member: payer.id, reason: 'asked by phone' }),
    });
    expect(answer.status).toBe(200);
    expect(await refundsOf(payer.id)).toMatchObject([{ kind: 'closing', amount_cents: 1999 }]);
    expect(await mailsTo(payer.email, 'withdrawal')).toEqual([]);
  });
});
