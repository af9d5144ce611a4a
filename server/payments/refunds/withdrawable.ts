import { sql } from 'kysely';
import type { WithdrawableOrder } from '#contract/refunds.ts';
import { money } from '#contract/money.ts';
import { unusedCreditsOf } from '../../credits/index.ts';
import type { App } from '../../platform/app.ts';
import type { Db } from '../../platform/database/index.ts';
import { settingsOf } from '../../site-settings/index.ts';
import type { PaymentRow } from '../payment-row.ts';
import { refundedCents } from './refund-row.ts';
import { refundableCents, withdrawalEnds } from './refund-rules.ts';

/** An order within its time of withdrawal and what of it would go back now. */
export interface Withdrawable {
  payment: PaymentRow;
  until: Date;
  unused: number;
  amountCents: number;
}

type Parts = Pick<App, 'db' | 'parts'>;

/** No site gives more days than this to change one's mind: older orders are not looked at. */
const MOST_DAYS = 100;
const MOST_ORDERS = 100;

/** When the withdrawal of a completed order ends, by the site's `refund_days`. */
export async function withdrawUntil(app: Parts, payment: Pick<PaymentRow, 'settled_at' | 'created_at' | 'host' | 'country'>): Promise<Date> {
  const { refund_days, time_zone } = await settingsOf(app, payment.host ?? undefined);
  return withdrawalEnds(payment.settled_at ?? payment.created_at, refund_days, time_zone, payment.country);
}

/**
 * The member's orders that may still be withdrawn from, newest first; at most the last 100 of the last 100 days. Those
 * without unused credits are among them. To act on it, hold the member's row locked.
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
      amountCents: refundableCents({ amountCents: payment.amount_cents, credits: payment.credits, unused, refundedCents: refunded_cents }),
    });
  }
  return found;
}

/** GET /api/withdrawals.php: what the member may withdraw from. */
export async function withdrawableOrders(app: Parts, memberId: number): Promise<{ orders: WithdrawableOrder[] }> {
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
