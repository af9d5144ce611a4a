import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { checkEmail, emailKey } from '#contract/rules/account-rules.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { Withdrawn } from '#contract/refunds.ts';
import { money } from '#contract/money.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Db, type Tx } from '../../platform/database/index.ts';
import { databaseNow } from '../../platform/database/now.ts';
import { refuseFields } from '../../platform/http/refusal.ts';
import { settingsOf } from '../../site-settings/index.ts';
import { closeOrders, type ClosedOrder } from '../close-orders.ts';
import { bookRefund } from './book-refund.ts';
import { lockPayer } from '../payer.ts';
import { lockPayment, type PaymentRow } from '../payment-row.ts';
import { pollAfterSeconds } from '../rules.ts';
import { withdrawableOf, withdrawUntil } from './withdrawable.ts';

/** A statement of withdrawal as it came in. */
export interface Statement {
  id: string;
  name: string;
  email: string;
  /** The order as it was named; its number may stand among other words. */
  order: string;
  /** Who is logged in; null for a visitor. */
  memberId: number | null;
  locale: Locale;
  host: string;
}

interface Stored {
  id: string;
  member_id: number | null;
  payment_id: string | null;
  email: string;
  outcome: 'refunded' | 'nothing_unused' | 'late' | 'unmatched';
  received_at: Date;
  credits: number | null;
  amount_cents: number | null;
  currency: string | null;
}

/**
 * POST /api/withdrawal.php: withdraws from a purchase (directive 2023/2673). An order that is not paid yet is closed. The credits that are not used go back and
 * their money is promised in one transaction, with the receipt by mail that names content, day and time. A visitor is
 * known by the order's number together with the account's address, and is answered the same whatever these are: what
 * they name nothing of goes to a person. The same `id` again is the same statement.
 *
 * Refuses `invalid_fields`.
 */
export async function withdraw(app: App, statement: Statement): Promise<Withdrawn> {
  const [name, email, order] = [tidy(statement.name), tidy(statement.email), tidy(statement.order)];
  const wrong = {
    ...(name ? {} : { name: 'required' as const }),
    ...(email ? (checkEmail(email) ? { email: 'email_invalid' as const } : {}) : { email: 'required' as const }),
    ...(order ? {} : { order: 'required' as const }),
  };
  if (Object.keys(wrong).length > 0) throw refuseFields(wrong);
  const { done, closed } = await inTransaction(app.db, async (tx) => {
    const closed: ClosedOrder[] = [];
    return { done: await receive(app, tx, { ...statement, name, email, order }, closed), closed };
  });
  if (done.member_id !== null && done.outcome === 'refunded') tellOpenPages(app, done.member_id, await balanceOf(app.db, done.member_id));
  await closeOrders(app, closed);
  if (closed.length > 0) app.events.emit(done.member_id!, 'changed', { what: 'payments' });
  return present(done, statement.memberId);
}

/**
 * Withdraws from every order that still may be, since its member deletes the account: nobody leaves money behind that the
 * law would give back. Called in the transaction of the deletion.
 */
export async function withdrawOnDeletion(app: App, tx: Tx, memberId: number): Promise<void> {
  const payer = await lockPayer(tx, memberId);
  if (!payer?.email) return;
  for (const { payment } of await withdrawableOf(app, tx, memberId)) {
    const { email, name, language: locale } = payer;
    await settleStatement(app, tx, payment, { id: randomUUID(), name, email, order: payment.id, memberId, locale, host: payment.host ?? '' }, 'deletion');
  }
}

/** One line without control characters and broken signs. */
const tidy = (text: string) =>
  text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim();

async function receive(app: App, tx: Tx, statement: Statement, closed: ClosedOrder[]): Promise<Stored> {
  const named = await namedPayment(tx, statement);
  if (named) await lockPayer(tx, named.member_id);
  // As it is under the lock: it may have been paid since it was found.
  const payment = named && (await lockPayment(tx, named.id));
  const known = await storedOf(tx, statement.id);
  if (known) return known;
  if (payment) return settleStatement(app, tx, payment, statement, 'withdrawal', closed);
  const stored = await store(tx, statement, { memberId: null, paymentId: null, refundId: null, outcome: 'unmatched' });
  if (stored) await acknowledge(app, tx, statement, stored, null);
  // The same statement at the same moment: the other one has answered it.
  return stored ?? (await storedOf(tx, statement.id))!;
}

async function settleStatement(
  app: App,
  tx: Tx,
  payment: PaymentRow,
  statement: Statement,
  kind: 'withdrawal' | 'deletion',
  closed: ClosedOrder[] = [],
): Promise<Stored> {
  const order = (await withdrawableOf(app, tx, payment.member_id)).find((one) => one.payment.id === payment.id);
  const late = !order && payment.status === 'completed' && (await withdrawUntil(app, payment)) <= (await databaseNow(tx));
  // At the end of an account an order without unused credits needs no statement.
  if (kind === 'deletion' && (order?.unused ?? 0) === 0) return nothing(statement);
  let refundId: string | null = null;
  if (order && order.unused > 0) {
    refundId = randomUUID();
    await bookRefund(app, tx, { id: refundId, payment: order.payment, kind, credits: order.unused, amountCents: order.amountCents });
  }
  if (payment.status === 'pending') {
    await closeOpen(tx, payment);
    closed.push(payment);
  }
  const outcome = refundId ? 'refunded' : late ? 'late' : 'nothing_unused';
  const stored = (await store(tx, statement, { memberId: payment.member_id, paymentId: payment.id, refundId, outcome }))!;
  await acknowledge(app, tx, statement, stored, payment);
  return stored;
}

/** An order that is not paid yet ends with the statement. Its gateway is told after the commit; money that comes all the same goes back. */
async function closeOpen(tx: Tx, payment: PaymentRow): Promise<void> {
  await sql`
    update payments set status = 'cancelled', failure_reason = 'withdrawn', settled_at = app_now(), poll_tries = 0,
      next_poll_at = app_now() + ${pollAfterSeconds(0)} * interval '1 second'
    where id = ${payment.id}`.execute(tx);
}

/** Whether a member has withdrawn from an order before it was paid. */
export async function isWithdrawn(db: Db, { id, member_id }: PaymentRow): Promise<boolean> {
  const { rows } = await sql`select from withdrawals where member_id = ${member_id} and payment_id = ${id} limit 1`.execute(db);
  return rows.length > 0;
}

/** The payment that a statement names: the own one of who is logged in, else that of the account with the address. */
async function namedPayment(tx: Tx, { order, email, memberId }: Statement): Promise<PaymentRow | null> {
  const number = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(order)?.[0].toLowerCase();
  if (!number) return null;
  const { rows } = await sql<PaymentRow>`
    select p.* from payments p join members m on m.id = p.member_id
    where p.id = ${number} and (m.id = ${memberId} or m.email_key = ${emailKey(email)})`.execute(tx);
  return rows[0] ?? null;
}

async function store(
  tx: Tx,
  { id, name, email, order, locale, host }: Statement,
  found: { memberId: number | null; paymentId: string | null; refundId: string | null; outcome: Stored['outcome'] },
): Promise<Stored | null> {
  const { numAffectedRows } = await sql`
    insert into withdrawals (id, member_id, payment_id, refund_id, name, email, order_text, locale, host, outcome)
    values (${id}, ${found.memberId}, ${found.paymentId}, ${found.refundId}, ${name}, ${email}, ${order}, ${locale}, ${host || null}, ${found.outcome})
    on conflict (id) do nothing`.execute(tx);
  return numAffectedRows === 0n ? null : storedOf(tx, id);
}

async function storedOf(db: Db, id: string): Promise<Stored | null> {
  const { rows } = await sql<Stored>`
    select w.id, w.member_id, w.payment_id, w.email, w.outcome, w.received_at, r.credits, r.amount_cents, r.currency
    from withdrawals w left join refunds r on r.id = w.refund_id where w.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

const nothing = ({ id, email }: Statement): Stored => ({
  id,
  member_id: null,
  payment_id: null,
  email,
  outcome: 'nothing_unused',
  received_at: new Date(0),
  credits: null,
  amount_cents: null,
  currency: null,
});

/** The receipt on a durable medium: to the address that was given, and to the account's where that is another. */
async function acknowledge(app: App, tx: Tx, statement: Statement, stored: Stored, payment: PaymentRow | null): Promise<void> {
  const { refund_days, time_zone } = await settingsOf(app, statement.host || undefined);
  const payer = payment && (await lockPayer(tx, payment.member_id));
  const addresses = new Map([[emailKey(statement.email), statement.email], ...(payer?.email ? [[emailKey(payer.email), payer.email] as const] : [])]);
  for (const email of addresses.values()) {
    await app.mailer.send(
      tx,
      'withdrawal',
      { email, locale: statement.locale, host: statement.host || null, ...(payer ? { memberId: payer.id } : {}) },
      {
        // What a stranger typed is not mailed to an address that is perhaps another's.
        name: payment ? statement.name : null,
        email: statement.email,
        order: payment ? payment.id : statement.order.replace(/[^\w-]+/g, ' ').slice(0, 60),
        received_at: stored.received_at.toISOString(),
        time_zone,
        outcome: stored.outcome,
        credits: stored.credits ?? 0,
        amount: stored.amount_cents === null ? null : money(stored.amount_cents, stored.currency!),
        refund_days,
      },
    );
  }
}

/** Only the owner learns here what became of it. */
function present(stored: Stored, memberId: number | null): Withdrawn {
  const received_at = stored.received_at.toISOString();
  if (memberId === null || stored.member_id !== memberId || stored.outcome === 'unmatched') return { received_at, outcome: 'received' };
  return {
    received_at,
    outcome: stored.outcome,
    payment_id: stored.payment_id!,
    ...(stored.amount_cents === null ? {} : { credits: stored.credits!, amount: money(stored.amount_cents, stored.currency!) }),
  };
}

interface Balance {
  credits: number;
  paid_user: boolean;
}

async function balanceOf(db: Db, memberId: number): Promise<Balance> {
  const { rows } = await sql<Balance>`select credits, paid_user from members where id = ${memberId}`.execute(db);
  return rows[0]!;
}

/** Tells every open page of the member the new balance, after the commit. */
export function tellOpenPages(app: Pick<App, 'events'>, memberId: number, { credits, paid_user }: Balance): void {
  app.events.emit(memberId, 'credits', { credits, paid_user, reason: 'refund' });
  app.events.emit(memberId, 'changed', { what: 'payments' });
}
