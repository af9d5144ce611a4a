import { sql } from 'kysely';
import { v5 as uuidV5 } from 'uuid';
import { money } from '#contract/money.ts';
import type { Money } from '#contract/schema.ts';
import { unusedCreditsOf } from '../../credits/index.ts';
import type { App } from '../../platform/app.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import type { AuditNote } from '../../platform/http/context.ts';
import { lockPayer } from '../payer.ts';
import type { PaymentRow } from '../payment-row.ts';
import { withdrawableOf, type Withdrawable } from '../withdrawals/withdrawable.ts';
import { bookRefund } from './book-refund.ts';
import { needsSecond } from './refund-approval.ts';
import { refundedCents } from './refund-row.ts';
import { refundableCents } from './refund-rules.ts';

export interface ClosingRefunds {
  refunded: Money[];
  waiting: Money[];
}

export async function closingRefundsOf(
  app: Pick<App, 'db' | 'parts'>,
  memberId: number,
): Promise<{ refunds: Money[] }> {
  return { refunds: sumsOf(await unusedOrders(app, app.db, memberId)) };
}

/**
 * Refunds the unused credits of orders that the member could still withdraw from, in the transaction in which
 * an operator closes the account. The member has not declared a withdrawal, so none is recorded. Amounts
 * above the site's limit wait for a second operator, like every refund that one operator makes.
 */
export async function refundOnClosing(
  app: App,
  tx: Tx,
  memberId: number,
  operator: { id: number; audit: AuditNote },
): Promise<ClosingRefunds> {
  await lockPayer(tx, memberId);
  const done: Withdrawable[] = [];
  const waiting: Withdrawable[] = [];
  for (const order of await unusedOrders(app, tx, memberId)) {
    const { payment, unused, amountCents } = order;
    const id = uuidV5('closing', payment.id);
    const waits = await needsSecond(app, tx, payment, amountCents, operator.id);
    if (waits)
      await sql`
        insert into refunds (id, payment_id, member_id, kind, credits, amount_cents, currency, status, reason, asked_by)
        values (${id}, ${payment.id}, ${memberId}, 'closing', ${unused}, ${amountCents}, ${payment.currency}, 'approval', 'account closed', ${operator.id})
        on conflict (id) do nothing`.execute(tx);
    else
      await bookRefund(app, tx, {
        id,
        payment,
        kind: 'closing',
        credits: unused,
        amountCents,
        reason: 'account closed',
        operatorId: operator.id,
      });
    (waits ? waiting : done).push(order);
    await operator.audit(tx, {
      act: 'refund.ask',
      member: memberId,
      object: id,
      details: { payment: payment.id, cents: amountCents, credits: unused, closing: true },
    });
  }
  return { refunded: sumsOf(done), waiting: sumsOf(waiting) };
}

/**
 * Refunds all remaining money of an account that was never confirmed, in the transaction of its purge, for
 * orders of any age: the owner could neither be notified of the order nor return. If a purge is repeated
 * after a restore, it requests the same refund from the gateway, which pays it only once.
 */
export async function refundOnPurge(app: App, tx: Tx, memberId: number): Promise<void> {
  const payer = await lockPayer(tx, memberId);
  if (!payer?.unconfirmed) return;
  const { rows } = await sql<PaymentRow & { refunded_cents: number }>`
    select p.*, ${refundedCents(sql`p.id`)} as refunded_cents from payments p
    where p.member_id = ${memberId} and p.status = 'completed' and p.charged_back_at is null and p.refunded_at is null`.execute(
    tx,
  );
  const credits = await unusedCreditsOf(tx, memberId);
  for (const { refunded_cents, ...payment } of rows) {
    const unused = credits.get(payment.id)?.unused ?? 0;
    if (unused === 0) continue;
    const amountCents = refundableCents({
      amountCents: payment.amount_cents,
      credits: payment.credits,
      unused,
      refundedCents: refunded_cents,
    });
    await bookRefund(app, tx, {
      id: uuidV5('purge', payment.id),
      payment,
      kind: 'deletion',
      credits: unused,
      amountCents,
    });
  }
}

const unusedOrders = async (app: Pick<App, 'db' | 'parts'>, db: Db, memberId: number) =>
  (await withdrawableOf(app, db, memberId)).filter(
    ({ unused, amountCents }) => unused > 0 && amountCents > 0,
  );

function sumsOf(orders: readonly Withdrawable[]): Money[] {
  const cents = new Map<string, number>();
  for (const { payment, amountCents } of orders)
    cents.set(payment.currency, (cents.get(payment.currency) ?? 0) + amountCents);
  return [...cents].map(([currency, sum]) => money(sum, currency));
}
