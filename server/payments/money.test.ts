import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { explainAnswers } from '#support/money/explain-answers.ts';
import { nothingYet, slots, type Command, type Money } from '#support/money/money-model.ts';
import { notificationOf } from '#support/money/notification-of.ts';
import { shown, tidy, type Shown, type ShownPayment } from '#support/money/shown-money.ts';
import { openTill, type Till } from '#support/till.ts';
import { sendMessage } from '../chat/index.ts';
import { grantCredits } from '../credits/index.ts';
import { inTransaction } from '../platform/database/index.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { GatewayEvent } from './gateways/gateway.ts';
import { pollPayments } from './poll-payments.ts';
import { receiveNotification } from './receive-notification.ts';
import { sendRefunds } from './refunds/send-refunds.ts';
import { startPayment } from './start-payment.ts';
import { withdraw } from './withdrawals/withdraw.ts';

// Random interleavings of every operation on a member's money run concurrently on a real PostgreSQL and are
// compared with a plain model. MONEY_RUNS is the number of simulated members.

const RUNS = Number(process.env['MONEY_RUNS'] ?? 120);

const saying = new AsyncLocalStorage<GatewayEvent | undefined>();

let till: Till;
let recipient: number;
beforeAll(async () => {
  till = await openTill();
  recipient = (await till.payer()).id;
  const sandbox = till.site.app.parts.gateways.sandbox!;
  const { fetchStatus } = sandbox;
  sandbox.fetchStatus = async (intent) => saying.getStore() ?? fetchStatus(intent);
  await sql`insert into discount_codes (code, value_percentage) values ('HALF', 50)`.execute(
    till.site.app.db,
  );
});
afterAll(() => till.close());

const slot = fc.nat(slots.length - 1);
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('start' as const), slot }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('notify' as const),
      slot,
      outcome: fc.constantFrom(
        'paid',
        'paid',
        'paid',
        'failed',
        'cancelled',
        'pending',
        'chargeback',
        'refunded',
      ),
      times: fc.constantFrom(1, 1, 1, 3),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('notify' as const),
      slot,
      outcome: fc.constantFrom('paid', 'chargeback', 'refunded'),
      times: fc.constant(1),
      forged: fc.constantFrom('signature', 'amount', 'currency', 'member', 'reference'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('choose' as const),
      slot,
      choice: fc.constantFrom('paid', 'paid', 'failed', 'cancelled', 'pending', 'chargeback'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('poll' as const), expire: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('text' as const), id: fc.nat(9) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('gift' as const), id: fc.nat(14) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('grant' as const),
      key: fc.nat(3),
      credits: fc.integer({ min: 1, max: 30 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('withdraw' as const), slot, statement: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('send refunds' as const) }) },
);
const moment = fc.array(command, { minLength: 1, maxLength: 3 });

const twoOrders: Command[] = [
  { do: 'start', slot: 0 },
  { do: 'start', slot: 3 },
];

let [moments, commands] = [0, 0];

test('matches a member’s money with a plain model after random concurrent orders, notifications, messages and refunds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(moment, { minLength: 6, maxLength: 16 }), async (all) => {
      const member = await newMember();
      let possible: Money[] = [nothingYet()];
      for (const now of [twoOrders, ...all]) {
        const together = now.filter(({ do: what }) => what !== 'send refunds');
        for (const group of [
          together,
          ...now.filter(({ do: what }) => what === 'send refunds').map((one) => [one]),
        ]) {
          if (group.length === 0) continue;
          moments++;
          commands += group.length;
          possible = await live(member, group, possible);
        }
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  await till.ledgerAddsUp();
  const { rows } = await sql<{ kind: string; n: number; last: number }>`
    select kind, count(*)::int as n, max(number) as last from receipts group by kind`.execute(
    till.site.app.db,
  );
  for (const { n, last } of rows) expect(last).toBe(n);
  if (process.env['MONEY_RUNS'])
    process.stdout.write(`${RUNS} members, ${moments} moments, ${commands} commands\n`);
}, 3_600_000);

interface Member {
  id: number;
  email: string;
  keys: string[];
  ids: (string | null)[];
  clients: Record<string, string>;
  statements: Record<string, string>;
}

async function newMember(): Promise<Member> {
  const { id, email } = await till.payer();
  return {
    id,
    email,
    keys: slots.map(() => randomUUID()),
    ids: slots.map(() => null),
    clients: {},
    statements: {},
  };
}

/**
 * Runs commands concurrently, and checks that some order of them explains every reply and the database's
 * state. Returns every state of the model that does.
 */
async function live(member: Member, group: Command[], possible: Money[]): Promise<Money[]> {
  const answers = await Promise.all(group.map((one) => act(member, one)));
  const seen = await read(member);
  const text = JSON.stringify(seen);
  const found = new Map<string, Money>();
  for (const before of possible) {
    for (const after of explainAnswers(before, group, answers)) {
      if (JSON.stringify(shown(after)) === text) found.set(JSON.stringify(after), after);
    }
  }
  if (found.size > 0) return [...found.values()];
  const wanted = possible.flatMap((before) => explainAnswers(before, group, answers)).map(shown);
  throw new Error(
    `No order explains this:\n${group.map((one, i) => `  ${JSON.stringify(one)} → ${answers[i]}`).join('\n')}\nbefore   ${JSON.stringify(possible.map(shown))}\nnow      ${text}\npossible ${JSON.stringify(wanted.slice(0, 3))}`,
  );
}

async function act(member: Member, one: Command): Promise<string> {
  try {
    return await given(member, one);
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

async function given(member: Member, one: Command): Promise<string> {
  const { app } = till.site;
  switch (one.do) {
    case 'start': {
      const { package: packageId, discounted } = slots[one.slot]!;
      const { payment_id, status } = await startPayment(app, {
        memberId: member.id,
        packageId,
        method: 'ideal',
        discountCode: discounted ? 'HALF' : undefined,
        idempotencyKey: member.keys[one.slot]!,
        recurring: false,
        saveCard: false,
        consent: true,
        returnTo: null,
        locale: 'en',
        ip: '127.0.0.1',
        host: 'localhost',
      });
      member.ids[one.slot] = payment_id;
      return status;
    }
    case 'notify': {
      const id = member.ids[one.slot];
      if (!id) return 'skipped';
      const fields = notification(member, one, id);
      // The model follows the notifications, so the gateway confirms each of them, whatever state it has
      // stored itself.
      const event =
        one.forged === 'signature'
          ? undefined
          : (await app.parts.gateways.sandbox!.verify(notificationOf(fields)))!.event;
      const told = await Promise.all(
        Array.from({ length: one.times }, () =>
          saying.run(event, () =>
            receiveNotification(app, {
              gateway: 'sandbox',
              notification: notificationOf(fields),
              ip: '127.0.0.1',
            }),
          ),
        ),
      );
      return told[0]!;
    }
    case 'choose': {
      const id = member.ids[one.slot];
      if (!id) return 'skipped';
      await app.parts.gateways.sandbox!.choose(id, one.choice);
      return 'chosen';
    }
    case 'poll':
      await sql`
        update payments set next_poll_at = app_now(), created_at = created_at - ${one.expire ? 90_000 : 0} * interval '1 second'
        where id in (select id from payments where member_id = ${member.id} and next_poll_at is not null order by id for update)`.execute(
        app.db,
      );
      await pollPayments(app);
      return 'polled';
    case 'text':
    case 'gift': {
      const client_id = (member.clients[`${one.do}${one.id}`] ??= randomUUID());
      const sent = await sendMessage(app, member.id, {
        profile: recipient,
        client_id,
        ...(one.do === 'text' ? { text: 'Hello' } : { gift: 'rose' }),
      });
      return String(sent.credits);
    }
    case 'grant': {
      const booked = await inTransaction(app.db, (tx) =>
        grantCredits(tx, {
          member: member.id,
          kind: 'operator_grant',
          credits: one.credits,
          key: `test:${one.key}`,
        }),
      );
      return `${booked.credits} ${booked.creditDebt}`;
    }
    case 'withdraw': {
      const order = member.ids[one.slot];
      if (!order) return 'skipped';
      const id = (member.statements[`${one.slot} ${one.statement}`] ??= randomUUID());
      const done = await withdraw(app, {
        id,
        name: 'Pia',
        email: member.email,
        order,
        memberId: member.id,
        locale: 'en',
        host: 'localhost',
      });
      return 'credits' in done && done.amount
        ? `${done.outcome} ${done.credits} ${Math.round(Number(done.amount.amount) * 100)}`
        : done.outcome;
    }
    case 'send refunds':
      await sendRefunds(app);
      return 'sent';
  }
}

function notification(
  member: Member,
  { slot: index, outcome, forged }: Extract<Command, { do: 'notify' }>,
  id: string,
): Record<string, string> {
  const { sandbox } = till.site.app.parts.gateways;
  const fields = {
    payment_id: id,
    outcome,
    reference: forged === 'reference' ? 'another' : `sandbox_${id}`,
    amount_cents: String(slots[index]!.cents + (forged === 'amount' ? 1 : 0)),
    currency: forged === 'currency' ? 'USD' : 'EUR',
    member: String(member.id + (forged === 'member' ? 1 : 0)),
  };
  return { ...fields, signature: forged === 'signature' ? 'f'.repeat(64) : sandbox!.sign(fields) };
}

async function read(member: Member) {
  // A cluster refuses subqueries of distributed tables in a statement that reads others.
  const { rows } = await sql<{ money: Shown }>`
    with entries as materialized (select kind, credits from ledger_entries where member_id = ${member.id}),
    written as materialized (select client_id, credits from messages where sender_id = ${member.id})
    select jsonb_build_object(
      'credits', m.credits, 'debt', m.credit_debt, 'premium', m.paid_user, 'free', m.free_messages_used,
      'sum', (select coalesce(sum(credits), 0) from entries),
      'sent', (select coalesce(jsonb_object_agg(client_id, credits), '{}') from written),
      'code', exists (select from discount_uses where member_id = m.id),
      'purchases', (select count(*) from entries where kind = 'purchase'),
      'reversals', (select count(*) from entries where kind = 'chargeback'),
      'receipts', (select count(*) from receipts where member_id = m.id and kind = 'receipt'),
      'notes', (select count(*) from receipts where member_id = m.id and kind = 'credit_note'),
      'payments', (select coalesce(jsonb_object_agg(p.idempotency_key, jsonb_build_object(
          'status', p.status, 'chargedBack', p.charged_back_at is not null, 'refunded', p.refunded_at is not null, 'cents', p.amount_cents,
          'book', s.outcome, 'closed', s.closed,
          'refunds', (select coalesce(jsonb_agg(jsonb_build_array(r.credits, r.amount_cents, r.status) order by r.created_at, r.id), '[]') from refunds r where r.payment_id = p.id)
        )), '{}') from payments p left join sandbox_orders s on s.payment_id = p.id where p.member_id = m.id)
    ) as money from members m where m.id = ${member.id}`.execute(till.site.app.db);
  const { payments, sent, ...rest } = rows[0]!.money;
  const names = Object.entries(member.clients);
  return tidy({
    ...rest,
    sent: Object.fromEntries(names.flatMap(([name, id]) => (id in sent ? [[name, sent[id]!]] : []))),
    payments: member.keys.map((key) => (payments as unknown as Record<string, ShownPayment>)[key] ?? null),
  });
}
