import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChatSite, type ChatSite } from '#support/chat-site.ts';
import { APPEND_ONLY } from '../platform/database/app-role.ts';
import { inTransaction } from '../platform/database/index.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { grantCredits, reconcileLedger, takeBackCredits } from './index.ts';

let site: ChatSite;
beforeAll(async () => void (site = await startChatSite()));
afterAll(() => site.close());

test('credits a purchase with ten parallel repeats once, and makes the member premium', async () => {
  const anna = await site.person();
  const payment = randomUUID();
  const booked = await Promise.all(
    Array.from({ length: 10 }, () =>
      inTransaction(site.db, (tx) =>
        grantCredits(tx, {
          member: anna.id,
          kind: 'purchase',
          credits: 50,
          key: `purchase:${payment}`,
          payment,
        }),
      ),
    ),
  );
  expect(booked.map(({ credits, paidUser }) => [credits, paidUser])).toEqual(Array(10).fill([50, true]));
  expect(booked.filter(({ repeated }) => !repeated)).toHaveLength(1);
  expect((await anna.call('user')).body).toMatchObject({
    credits: 50,
    paid_user: true,
    conversations_left: null,
  });
  await site.ledgerAddsUp();
});

test('makes a member premium by a purchase only', async () => {
  const anna = await site.person({ credits: 5 });
  expect((await anna.call('user')).body.paid_user).toBe(false);
});

test('takes only unspent credits on a refund, and leaves a debt after a chargeback of spent ones', async () => {
  const anna = await site.person({ credits: 10 });
  const refused = await takeBackCredits(site.db, {
    member: anna.id,
    kind: 'refund',
    credits: 11,
    key: 'r1',
  }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refusal);
  expect(
    await takeBackCredits(site.db, { member: anna.id, kind: 'chargeback', credits: 30, key: 'c1' }),
  ).toMatchObject({ credits: 0, creditDebt: 20 });
  expect(
    await takeBackCredits(site.db, { member: anna.id, kind: 'chargeback', credits: 30, key: 'c1' }),
  ).toMatchObject({
    credits: 0,
    creditDebt: 20,
    repeated: true,
  });
  expect(
    await grantCredits(site.db, { member: anna.id, kind: 'purchase', credits: 15, key: 'p1' }),
  ).toMatchObject({ credits: 0, creditDebt: 5 });
  expect(
    await grantCredits(site.db, { member: anna.id, kind: 'purchase', credits: 15, key: 'p2' }),
  ).toMatchObject({ credits: 10, creditDebt: 0 });
  await site.ledgerAddsUp();
});

test('refuses updates, deletes and truncates of append-only tables', async () => {
  await site.person({ credits: 1 });
  for (const table of APPEND_ONLY) {
    for (const statement of [
      `update ${table} set ${table === 'receipts' ? 'details = details' : 'created_at = created_at'}`,
      `delete from ${table}`,
      `truncate ${table}`,
      `truncate ${table} cascade`,
    ]) {
      await expect(sql.raw(statement).execute(site.db), statement).rejects.toThrow('permission denied');
    }
    await expect(sql.raw(`alter table ${table} disable trigger all`).execute(site.db)).rejects.toThrow(
      'must be owner',
    );
  }
});

test('refuses backdated lines of the audit log, and numbers that were used before', async () => {
  const { id } = await site.person();
  await expect(
    sql`insert into audit_log (operator_id, action, created_at) values (${id}, 'settings.change', '2020-01-01')`.execute(
      site.db,
    ),
  ).rejects.toThrow('permission denied');
  await sql`insert into audit_log (operator_id, action) values (${id}, 'settings.change')`.execute(site.db);
  for (const table of ['audit_log', 'ledger_entries'])
    await expect(
      sql`select setval(pg_get_serial_sequence(${table}, 'id'), 1)`.execute(site.db),
      table,
    ).rejects.toThrow('permission denied');
});

test('reports a balance that differs from the sum of its rows', async () => {
  const anna = await site.person({ credits: 3 });
  await sql`update members set credits = 4 where id = ${anna.id}`.execute(site.db);
  const { faults } = await reconcileLedger(site.db);
  expect(faults).toEqual([{ rule: 'balance', member: anna.id, detail: 'balance 4, rows sum to 3' }]);
  await sql`update members set credits = 3 where id = ${anna.id}`.execute(site.db);
});

test('lists the statement with kind, time, other member, credits and balance, newest first, in pages', async () => {
  const [anna, bram] = [await site.person({ credits: 100, premium: true }), await site.person()];
  await sql`update members set free_messages_used = 5 where id = ${anna.id}`.execute(site.db);
  for (let i = 0; i < 55; i++) await anna.say(bram, `${i}`);
  const first = (await anna.call('statement')).body;
  expect(first.lines).toHaveLength(50);
  expect(first.lines[0]).toMatchObject({ kind: 'message', credits: -1, balance: 45, with: bram.name });
  const rest = (await anna.call('statement', { query: { cursor: first.next } })).body;
  expect(rest.lines).toHaveLength(6);
  expect(rest.lines.at(-1)).toMatchObject({ kind: 'operator_grant', credits: 100, balance: 100, with: null });
  expect(rest.next).toBeNull();
});

/**
 * A plain model of one member's balance and debt, which the database must match after any sequence, including
 * repeats.
 */
const step = fc.record({
  kind: fc.constantFrom('purchase', 'chargeback', 'refund', 'operator_grant'),
  credits: fc.integer({ min: 1, max: 60 }),
  key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
});

test('matches balance and debt of a plain model after random purchases, grants, refunds, chargebacks and repeats', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const { id } = await site.person();
      const used = new Set<string>();
      let [credits, debt] = [0, 0];
      for (const { kind, credits: amount, key } of steps) {
        const booking = { member: id, credits: amount, key };
        const taking = kind === 'refund' || kind === 'chargeback';
        const answer = await (
          taking
            ? takeBackCredits(site.db, { ...booking, kind })
            : grantCredits(site.db, { ...booking, kind })
        ).catch((error: unknown) => {
          if (error instanceof Refusal) return null;
          throw error;
        });
        const beyond = kind === 'refund' && amount > credits;
        if (!used.has(key) && !beyond) {
          used.add(key);
          if (taking) {
            const lent = Math.max(0, amount - credits);
            [credits, debt] = [credits - amount + lent, debt + lent];
          } else {
            const repaid = Math.min(debt, amount);
            [credits, debt] = [credits + amount - repaid, debt - repaid];
          }
          expect(answer).toMatchObject({ credits, creditDebt: debt, repeated: false });
        } else if (used.has(key)) expect(answer).toMatchObject({ credits, creditDebt: debt, repeated: true });
        else expect(answer).toBeNull();
      }
    }),
    { numRuns: 60 },
  );
  await site.ledgerAddsUp();
}, 60_000);
