import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { reconcileLedger } from '../../credits/index.ts';
import { SITES_CHANGED } from '../../site-settings/index.ts';
import { password, testApp, type Client } from '#support/app.ts';

const site = testApp();

afterEach(async () => {
  await site.shiftClock(0);
  const { faults } = await reconcileLedger(site.db);
  if (faults.length > 0) throw new Error(`The ledger does not add up: ${JSON.stringify(faults)}`);
});

async function bought(client: Client, more: Record<string, unknown> = {}): Promise<string> {
  const { payment_id } = await client.must('startPayment', { body: { package: 2, method: 'ideal', idempotency_key: randomUUID(), ...more } });
  const headers = { 'content-type': 'application/json' };
  await client.request('POST', `/sandbox/checkout/${payment_id}`, { payload: JSON.stringify({ outcome: 'paid' }), headers });
  return payment_id;
}

const leave = (client: Client) => client.must('deleteUser', { body: { reason: 'price', password } });
async function setDeleteDiscount(percentage: number | null) {
  await sql`update companies set delete_discount = ${percentage}`.execute(site.db);
  site.app.events.publish(SITES_CHANGED, null);
}
const offer = async (client: Client) => (await client.must('retentionOffer', { body: {} })).offer;

describe('deleting the account', () => {
  test('gives the unused credits of the last days back as money, as a withdrawal with its mail', async () => {
    const anna = await site.as('anna');
    const id = await bought(anna);
    await leave(anna);
    const mails = await site.outbox(anna.email);
    expect(mails.map(({ subject }) => subject)).toEqual(expect.arrayContaining(['Liaison has received your withdrawal']));
    const { rows } = await sql`select kind, credits, amount_cents, status from refunds where payment_id = ${id}`.execute(site.db);
    expect(rows).toEqual([{ kind: 'deletion', credits: 50, amount_cents: 1499, status: 'completed' }]);
    const [member] = (await sql<{ credits: number }>`select credits from members where id = ${anna.memberId}`.execute(site.db)).rows;
    expect(member!.credits).toBe(0);
  });

  test('lets older credits lapse without a refund', async () => {
    const bram = await site.as('bram');
    await bought(bram);
    await site.shiftClock(16 * 86_400);
    expect((await bram.must('withdrawals')).orders).toEqual([]);
    await leave(bram);
    const { rows } = await sql`select from refunds where member_id = ${bram.memberId}`.execute(site.db);
    expect(rows).toEqual([]);
    expect((await site.outbox(bram.email)).filter(({ subject }) => subject?.includes('withdrawal'))).toEqual([]);
  });
});

describe('the retention offer', () => {
  test('is a code of the member’s own, for one order, the same when asked again, and gone when used', async () => {
    await setDeleteDiscount(20);
    const [cora, dirk] = [await site.as('cora'), await site.as('dirk')];
    const offers = await Promise.all(Array.from({ length: 4 }, () => offer(cora)));
    expect(new Set(offers.map((one) => one?.code)).size).toBe(1);
    const { code } = offers[0]!;
    expect(offers[0]).toMatchObject({ value_percentage: 20, validity: 'once', user_id: cora.memberId, status: 'active' });
    expect((await dirk.call('discountCode', { query: { code } })).body.error).toBe('code_not_found');
    const id = await bought(cora, { discountcode: code });
    expect((await cora.must('payment', { query: { id } })).amount.amount).toBe('15.99');
    expect(await offer(cora)).toBeNull();
    expect((await cora.call('discountCode', { query: { code } })).body.error).toBe('code_used');
  });

  test('ends after 14 days and does not come again', async () => {
    await setDeleteDiscount(20);
    const eva = await site.as('eva');
    const first = await offer(eva);
    await site.shiftClock(15 * 86_400);
    expect(await offer(eva)).toBeNull();
    expect((await eva.call('discountCode', { query: { code: first!.code } })).body.error).toBe('code_expired');
  });

  test('is none without the company’s percentage, nor as good as the welcome offer within 30 days after it', async () => {
    const [finn, gina] = [await site.as('finn'), await site.as('gina')];
    await setDeleteDiscount(null);
    expect(await offer(finn)).toBeNull();
    await setDeleteDiscount(25);
    expect(await offer(finn)).toBeNull();
    await site.shiftClock(29 * 86_400);
    expect(await offer(finn)).toBeNull();
    await site.shiftClock(31 * 86_400);
    expect(await offer(finn)).toMatchObject({ value_percentage: 25 });
    await site.shiftClock(0);
    // Who has paid has no welcome offer that it could undercut.
    await bought(gina);
    expect(await offer(gina)).toMatchObject({ value_percentage: 25 });
  });
});
