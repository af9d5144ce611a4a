import { sql } from 'kysely';
import { money } from '#contract/money.ts';
import type { WithdrawableOrder } from '#contract/payments/refunds.ts';
import { unusedCreditsOf } from '../../credits/index.ts';
import type { App } from '../../platform/app.ts';
import type { Db } from '../../platform/database/index.ts';
import { settingsOf } from '../../site-settings/index.ts';
import type { PaymentRow } from '../payment-row.ts';
import { refundedCents } from '../refunds/refund-row.ts';
import { refundableCents, withdrawalEnds } from '../refunds/refund-rules.ts';

export interface Withdrawable {
  payment: PaymentRow;
  until: Date;
  unused: number;
  amountCents: number;
}

type Parts = Pick<App, 'db' | 'parts'>;

/** No site allows more days than this for a withdrawal, so older orders are ignored. */
const MOST_DAYS = 100;

const MOST_ORDERS = 100;

export async function withdrawUntil(
  app: Parts,
  payment: Pick<PaymentRow, 'settled_at' | 'created_at' | 'host' | 'country'>,
): Promise<Date> {
  const { refund_days, time_zone } = await settingsOf(app, payment.host ?? undefined);
  return withdrawalEnds(payment.settled_at ?? payment.created_at, refund_days, time_zone, payment.country);
}

/**
 * The orders that the member may withdraw from, newest first; at most 100, from the last 100 days. They
 * include orders without unused credits. Lock the member's row first if you act on the result.
 */
export async function withdrawableOf(app: Parts, db: Db, memberId: number): Promise<Withdrawable[]> {
  const { rows } = await sql<PaymentRow & { now: Date; refunded_cents: number }>`
    select p.*, app_now() as now, ${refundedCents(sql`p.id`)} as refunded_cents
    from payments p
    where p.member_id = ${memberId} and p.status = 'completed' and p.charged_back_at is null and p.refunded_at is null
      and p.created_at > app_now() - ${MOST_DAYS} * interval '1 day'
    order by p.created_at desc, p.id limit ${MOST_ORDERS}`.execute(db);
  if (rows.length === 0) return [];
  const credits = await unusedCreditsOf(db, memberId);
  const found: Withdrawable[] = [];
  for (const { now, refunded_cents, ...payment } of rows) {
    const until = await withdrawUntil(app, payment);
    if (until <= now) continue;
    const unused = credits.get(payment.id)?.unused ?? 0;
    found.push({
      payment,
      until,
      unused,
      amountCents: refundableCents({
        amountCents: payment.amount_cents,
        credits: payment.credits,
        unused,
        refundedCents: refunded_cents,
      }),
    });
  }
  return found;
}

export async function withdrawableOrder(
  app: Parts,
  db: Db,
  payment: Pick<PaymentRow, 'id' | 'member_id'>,
): Promise<Withdrawable | null> {
  const orders = await withdrawableOf(app, db, payment.member_id);
  return orders.find((order) => order.payment.id === payment.id) ?? null;
}

export async function withdrawableOrders(
  app: Parts,
  memberId: number,
): Promise<{ orders: WithdrawableOrder[] }> {
  const orders = await withdrawableOf(app, app.db, memberId);
  return {
    orders: orders.map(({ payment, until, unused, amountCents }) => ({
      payment_id: payment.id,
      created_at: payment.created_at.toISOString(),
      method: payment.method,
      credits: payment.credits,
      paid: money(payment.amount_cents, payment.currency),
      unused,
      amount: money(amountCents, payment.currency),
      until: until.toISOString(),
    })),
  };
}
