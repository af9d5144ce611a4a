import { sql } from 'kysely';
import type { CountryCode } from '#contract/lists/countries.ts';
import type { PaymentMethod } from '#contract/lists/payment-methods.ts';
import { money } from '#contract/money.ts';
import type { AdminPayment, AdminRefund } from '#contract/payments/admin-payment.ts';
import type { AdminPaymentDetail } from '#contract/payments/office-payments.ts';
import { unusedCreditsOf } from '../credits/index.ts';
import type { App } from '../platform/app.ts';
import type { Db } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import { disputesOf } from './disputes/disputes-of.ts';
import { receiptsOf } from './receipts/receipts.ts';
import { refundedCents, refundedCentsOf, refundsOf, type RefundRow } from './refunds/refund-row.ts';
import { refundableCents } from './refunds/refund-rules.ts';
import { withdrawUntil } from './withdrawals/withdrawable.ts';

export interface PaymentRow {
  id: string;
  member_id: number;
  name: string | null;
  email: string | null;
  status: 'pending' | 'completed' | 'failed' | 'cancelled';
  charged_back_at: Date | null;
  refunded_at: Date | null;
  settled_at: Date | null;
  credits: number;
  amount_cents: number;
  costs_cents: number;
  currency: string;
  method: PaymentMethod;
  gateway: string;
  gateway_reference: string | null;
  failure_reason: string | null;
  discount_code: string | null;
  host: string | null;
  country: CountryCode;
  created_at: Date;
  refunded_cents: number;
  balance: number | null;
  debt: number | null;
  premium: boolean | null;
}

export const paymentColumns = sql`
  p.id, p.member_id, f.name, m.email, p.status, p.charged_back_at, p.refunded_at, p.settled_at, p.credits, p.amount_cents, p.costs_cents, p.currency,
  p.method, p.gateway, p.gateway_reference, p.failure_reason, p.discount_code, p.host, p.country, p.created_at, m.credits as balance, m.credit_debt as debt,
  m.paid_user as premium, ${refundedCents(sql`p.id`)} as refunded_cents`;
export const joinedPayments = sql`payments p left join members m on m.id = p.member_id left join profiles f on f.id = p.member_id`;

export async function seePayment(app: App, id: string): Promise<AdminPaymentDetail> {
  const { rows } =
    await sql<PaymentRow>`select ${paymentColumns} from ${joinedPayments} where p.id = ${id}`.execute(app.db);
  const row = rows[0];
  if (!row) throw refuse('not_found');
  const [refunds, ledger, notifications, until, receipts, disputes] = await Promise.all([
    refundsOf(app.db, id),
    sql<{ id: number; kind: string; credits: number; balance: number; created_at: Date }>`
      select id, kind, credits, balance, created_at from ledger_entries
      where member_id = ${row.member_id} and payment_id = ${id} and kind not in ('message', 'image', 'gift', 'video_call') order by id limit 100`.execute(
      app.db,
    ),
    sql<{ outcome: string; amount_cents: number; currency: string; changed: boolean; created_at: Date }>`
      select outcome, amount_cents, currency, changed, created_at from payment_notifications where payment_id = ${id} order by id limit 100`.execute(
      app.db,
    ),
    row.status === 'completed' ? withdrawUntil(app, row) : null,
    receiptsOf(app.db, [id]),
    disputesOf(app.db, id),
  ]);
  const limits = await refundLimits(app.db, row);
  return {
    payment: presentPayment(row),
    country: row.country,
    receipts: receipts.get(id) ?? [],
    gateway_reference: row.gateway_reference,
    failure: row.failure_reason,
    discount_code: row.discount_code,
    transaction_costs: money(row.costs_cents, row.currency),
    balance: row.balance ?? 0,
    debt: row.debt ?? 0,
    premium: row.premium ?? false,
    unused: limits.unused,
    refundable: money(limits.leftCents, row.currency),
    proportional: money(limits.proportionalCents, row.currency),
    withdraw_until: until?.toISOString() ?? null,
    refunds: refunds.map(presentRefund),
    ledger: ledger.rows.map((line) => ({ ...line, created_at: line.created_at.toISOString() })),
    disputes,
    notifications: notifications.rows.map(({ amount_cents, currency, created_at, ...rest }) => ({
      ...rest,
      amount: money(amount_cents, currency),
      created_at: created_at.toISOString(),
    })),
  };
}

type Refundable = Pick<
  PaymentRow,
  'id' | 'member_id' | 'status' | 'charged_back_at' | 'refunded_at' | 'credits' | 'amount_cents'
>;

/**
 * The most that can still be refunded for a payment: its unused credits, the money not yet refunded, and the
 * amount in proportion to the unused credits. To act on the result, first lock the member's and the payment's
 * rows.
 */
export async function refundLimits(
  db: Db,
  payment: Refundable,
): Promise<{ unused: number; leftCents: number; proportionalCents: number }> {
  if (payment.status !== 'completed' || payment.charged_back_at || payment.refunded_at)
    return { unused: 0, leftCents: 0, proportionalCents: 0 };
  const [backCents, credits] = await Promise.all([
    refundedCentsOf(db, payment.id),
    unusedCreditsOf(db, payment.member_id),
  ]);
  const unused = credits.get(payment.id)?.unused ?? 0;
  return {
    unused,
    leftCents: payment.amount_cents - backCents,
    proportionalCents: refundableCents({
      amountCents: payment.amount_cents,
      credits: payment.credits,
      unused,
      refundedCents: backCents,
    }),
  };
}

export const presentPayment = (row: PaymentRow): AdminPayment => ({
  payment_id: row.id,
  member: row.member_id,
  name: row.name,
  email: row.email,
  status: row.status,
  reversed: row.charged_back_at ? 'chargeback' : row.refunded_at ? 'refund' : null,
  credits: row.credits,
  amount: money(row.amount_cents, row.currency),
  refunded: money(row.refunded_cents, row.currency),
  method: row.method,
  gateway: row.gateway,
  created_at: row.created_at.toISOString(),
});

export const presentRefund = (row: RefundRow): AdminRefund => ({
  id: row.id,
  payment_id: row.payment_id,
  kind: row.kind,
  credits: row.credits,
  amount: money(row.amount_cents, row.currency),
  status: row.status,
  reason: row.reason,
  operator: row.asked_by,
  decided_by: row.decided_by,
  failure: row.failure_reason,
  claim_url: row.claim_url,
  tries: row.tries,
  created_at: row.created_at.toISOString(),
});
