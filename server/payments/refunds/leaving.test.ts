import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { password, testApp, type Client } from '#support/app.ts';
import { reconcileLedger } from '../../credits/index.ts';
import { SITES_CHANGED } from '../../site-settings/index.ts';

const site = testApp();

afterEach(async () => {
  await site.shiftClock(0);
  const { faults } = await reconcileLedger(site.db);
  if (faults.length > 0) throw new Error(`The ledger does not add up: ${JSON.stringify(faults)}`);
});

async function bought(client: Client, more: Record<string, unknown> = {}): Promise<string> {
  const { payment_id } = await client.must('startPayment', {
    body: { package: 2, method: 'ideal', idempotency_key: randomUUID(), consent: true, ...more },
  });
  const headers = { 'content-type': 'application/json' };
  await client.request('POST', `/sandbox/checkout/${payment_id}`, {
    payload: JSON.stringify({ outcome: 'paid' }),
    headers,
  });
  return payment_id;
}

const leave = (client: Client) => client.must('deleteUser', { body: { reason: 'price', password } });
async function setDeleteDiscount(percentage: number | null) {
  await sql`update companies set delete_discount = ${percentage}`.execute(site.db);
  site.app.events.publish(SITES_CHANGED, null);
}
const offer = async (client: Client) => (await client.must('retentionOffer', { body: {} })).offer;

describe('deleting the account', () => {
  test('refunds the unused credits of recent orders, as a withdrawal with its mail', async () => {
    const anna = await site.as('anna');
    const id = await bought(anna);
    await leave(anna);
    const mails = await site.outbox(anna.email);
    expect(mails.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['Liaison has received your withdrawal']),
    );
    const { rows } =
      await sql`select kind, credits, amount_cents, status from refunds where payment_id = ${id}`.execute(
        site.db,
      );
    expect(rows).toEqual([{ kind: 'deletion', credits: 50, amount_cents: 1499, status: 'completed' }]);
    const [member] = (
      await sql<{ credits: number }>`select credits from members where id = ${anna.memberId}`.execute(site.db)
    ).rows;
    expect(member!.credits).toBe(0);
  });

  test('forfeits older credits without a refund', async () => {
    const bram = await site.as('bram');
    await bought(bram);
    await site.shiftClock(25 * 86_400);
    expect((await bram.must('withdrawals')).orders).toEqual([]);
    await leave(bram);
    const { rows } = await sql`select from refunds where member_id = ${bram.memberId}`.execute(site.db);
    expect(rows).toEqual([]);
    expect((await site.outbox(bram.email)).filter(({ subject }) => subject?.includes('withdrawal'))).toEqual(
      [],
    );
  });
});

describe('an order paid after its account was closed', () => {
  const begun = async (client: Client) =>
    (
      await client.must('startPayment', {
        body: { package: 2, method: 'sct', idempotency_key: randomUUID(), consent: true },
      })
    ).payment_id;
  const paid = (client: Client, id: string) =>
    client.request('POST', `/sandbox/checkout/${id}`, {
      payload: JSON.stringify({ outcome: 'paid' }),
      headers: { 'content-type': 'application/json' },
    });
  const moneyOf = async (id: string) =>
    (
      await sql<{ status: string; refunds: unknown; receipts: string[] }>`
        select p.status, (select jsonb_agg(jsonb_build_array(kind, credits, amount_cents, status)) from refunds where payment_id = p.id) as refunds,
          array(select kind from receipts where payment_id = p.id order by kind) as receipts
        from payments p where id = ${id}`.execute(site.db)
    ).rows[0]!;

  test.each(['pending_deletion', 'banned'])(
    '(%s) is refunded automatically, in full and once',
    async (status) => {
      const member = await site.as(status === 'banned' ? 'emma' : 'fleur');
      const id = await begun(member);
      if (status === 'banned')
        await sql`update members set status = 'banned' where id = ${member.memberId}`.execute(site.db);
      else await leave(member);
      for (let times = 0; times < 2; times++) await paid(member, id);
      await site.runJobs();
      const [{ amount_cents }] = (
        await sql<{ amount_cents: number }>`select amount_cents from payments where id = ${id}`.execute(
          site.db,
        )
      ).rows as [{ amount_cents: number }];
      expect(await moneyOf(id)).toEqual({
        status: 'completed',
        refunds: [['deletion', 50, amount_cents, 'completed']],
        receipts: ['credit_note', 'receipt'],
      });
      expect(
        (await sql`select credits, paid_user from members where id = ${member.memberId}`.execute(site.db))
          .rows,
      ).toEqual([{ credits: 0, paid_user: false }]);
    },
  );

  test('is refunded even if the member was purged', async () => {
    const member = await site.as('gijs');
    const id = await begun(member);
    await leave(member);
    await site.shiftClock(15 * 86_400);
    await site.app.jobs.add(site.db, 'account-purge');
    await site.runJobs();
    expect((await sql`select from members where id = ${member.memberId}`.execute(site.db)).rows).toEqual([]);
    await paid(member, id);
    await site.runJobs();
    expect(await moneyOf(id)).toMatchObject({
      status: 'completed',
      refunds: [['deletion', 0, 1499, 'completed']],
    });
  });

  test('still pays the debt of an earlier chargeback', async () => {
    const member = await site.as('hanna');
    const id = await begun(member);
    await sql`update members set credit_debt = 30 where id = ${member.memberId}`.execute(site.db);
    await sql`insert into ledger_entries (member_id, kind, credits, counter_account, balance, idempotency_key) values (${member.memberId}, 'debt', 30, 'debt', 30, 'x'), (${member.memberId}, 'chargeback', -30, 'sales', 0, 'y')`.execute(
      site.db,
    );
    await leave(member);
    await paid(member, id);
    expect((await moneyOf(id)).refunds).toEqual([['deletion', 20, 600, 'pending']]);
  });
});

describe('the retention offer', () => {
  test('is a personal code for one order, the same on repeated calls, and gone once used', async () => {
    await setDeleteDiscount(20);
    const [cora, dirk] = [await site.as('cora'), await site.as('dirk')];
    const offers = await Promise.all(Array.from({ length: 4 }, () => offer(cora)));
    expect(new Set(offers.map((one) => one?.code)).size).toBe(1);
    const { code } = offers[0]!;
    expect(offers[0]).toMatchObject({
      value_percentage: 20,
      validity: 'once',
      user_id: cora.memberId,
      status: 'active',
    });
    expect((await dirk.call('discountCode', { query: { code } })).body.error).toBe('code_not_found');
    const id = await bought(cora, { discountcode: code });
    expect((await cora.must('payment', { query: { id } })).amount.amount).toBe('15.99');
    expect(await offer(cora)).toBeNull();
    expect((await cora.call('discountCode', { query: { code } })).body.error).toBe('code_used');
  });

  test('expires after 14 days and does not return', async () => {
    await setDeleteDiscount(20);
    const eva = await site.as('eva');
    const first = await offer(eva);
    await site.shiftClock(15 * 86_400);
    expect(await offer(eva)).toBeNull();
    expect((await eva.call('discountCode', { query: { code: first!.code } })).body.error).toBe(
      'code_expired',
    );
  });

  test('needs the site’s percentage, and is below the welcome offer within 30 days after it', async () => {
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
    await bought(gina);
    expect(await offer(gina)).toMatchObject({ value_percentage: 25 });
  });
});
