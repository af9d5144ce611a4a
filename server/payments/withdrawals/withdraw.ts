import { sql } from 'kysely';
import { money } from '#contract/money.ts';
import { must } from '#contract/must.ts';
import type { Withdrawn } from '#contract/payments/refunds.ts';
import { addressKey, checkEmail } from '#contract/rules/account-rules.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Tx } from '../../platform/database/index.ts';
import { refuseFields } from '../../platform/http/refusal.ts';
import { poolOf } from '../../site-settings/index.ts';
import { closeOrders } from '../close-orders.ts';
import { lockPayer } from '../payer.ts';
import { lockPayment, type PaymentRow } from '../payment-row.ts';
import { announceBalance } from '../refunds/announce-balance.ts';
import { acknowledgeStatement } from './acknowledge-statement.ts';
import { settleStatement, type SettledStatement } from './settle-statement.ts';
import { type Statement, type Stored, storedStatementOf, storeStatement } from './statement.ts';
import { withdrawableOrder } from './withdrawable.ts';

/**
 * POST /api/withdrawal.php: withdraws from a purchase (directive 2023/2673). It closes an unpaid order. For a
 * paid one it takes back the unused credits, stores the refund and mails a confirmation with content, date
 * and time, in one transaction. A visitor is identified by the order's id together with the account's
 * address, and always gets the same reply, so that nobody can test for orders; an operator handles statements
 * without a match. A repeat with the same `id` counts once. Throws `invalid_fields` for an incomplete form or
 * an invalid address.
 */
export async function withdraw(app: App, statement: Statement): Promise<Withdrawn> {
  const [name, email, order] = [tidy(statement.name), tidy(statement.email), tidy(statement.order)];
  const wrong = {
    ...(name ? {} : { name: 'required' as const }),
    ...(email
      ? checkEmail(email)
        ? { email: 'email_invalid' as const }
        : {}
      : { email: 'required' as const }),
    ...(order ? {} : { order: 'required' as const }),
  };
  if (Object.keys(wrong).length > 0) throw refuseFields(wrong);
  const { stored, closed } = await inTransaction(app.db, (tx) =>
    receive(app, tx, { ...statement, name, email, order }),
  );
  if (stored.member_id !== null && stored.outcome === 'refunded')
    await announceBalance(app, stored.member_id);
  if (closed) {
    await closeOrders(app, [closed]);
    app.events.emit(closed.member_id, 'changed', { what: 'payments' });
  }
  return present(stored, statement.memberId);
}

/** Normalises to one line without control characters or lone surrogates. */
const tidy = (text: string) =>
  text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim();

async function receive(app: App, tx: Tx, statement: Statement): Promise<SettledStatement> {
  const named = await namedPayment(app, tx, statement);
  if (named) await lockPayer(tx, named.member_id);
  // Read again under the lock, because the order may have been paid in the meantime.
  const payment = named && (await lockPayment(tx, named.id));
  const known = await storedStatementOf(tx, statement.id);
  if (known) return { stored: known, closed: null };
  if (payment) {
    const order = await withdrawableOrder(app, tx, payment);
    return settleStatement(app, tx, { payment, order, statement, kind: 'withdrawal' });
  }
  const stored = await storeStatement(tx, statement, {
    memberId: null,
    paymentId: null,
    refundId: null,
    outcome: 'unmatched',
  });
  if (stored) await acknowledgeStatement(app, tx, statement, stored, null);
  // A parallel request with the same statement has already stored it.
  return {
    stored: stored ?? must(await storedStatementOf(tx, statement.id), 'statement of the parallel request'),
    closed: null,
  };
}

/**
 * The payment that a statement refers to: the logged-in member's own, or that of the account with this
 * address on a site of the same pool.
 */
async function namedPayment(
  app: App,
  tx: Tx,
  { order, email, memberId, host }: Statement,
): Promise<PaymentRow | null> {
  const number = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(order)?.[0].toLowerCase();
  if (!number) return null;
  const { rows } = await sql<PaymentRow>`
    select p.* from payments p join members m on m.id = p.member_id
    where p.id = ${number} and (m.id = ${memberId} or m.email_key = ${addressKey(await poolOf(app, host), email)})`.execute(
    tx,
  );
  return rows[0] ?? null;
}

/** Only the owner sees the outcome in the reply. */
function present(stored: Stored, memberId: number | null): Withdrawn {
  const received_at = stored.received_at.toISOString();
  if (memberId === null || stored.member_id !== memberId || stored.outcome === 'unmatched')
    return { received_at, outcome: 'received' };
  return {
    received_at,
    outcome: stored.outcome,
    payment_id: must(stored.payment_id, 'payment of the withdrawal'),
    ...(stored.amount_cents === null
      ? {}
      : { credits: stored.credits, amount: money(stored.amount_cents, stored.currency) }),
  };
}
