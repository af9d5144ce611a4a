import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import type { CountryCode } from '#contract/lists/countries.ts';
import { gatewayNames } from '#contract/lists/gateways.ts';
import type { PaymentMethod } from '#contract/lists/payment-methods.ts';
import { money } from '#contract/money.ts';
import type { AdminPayment, AdminPaymentDetail, AdminRefund } from '#contract/payments/office-payments.ts';
import type { Sites } from '#contract/rules/site-scope-rules.ts';
import { isUuid } from '#contract/schema.ts';
import { unusedCreditsOf } from '../credits/index.ts';
import { ownsAddress } from '../identity/index.ts';
import type { App } from '../platform/app.ts';
import type { Db } from '../platform/database/index.ts';
import { nextPage } from '../platform/database/next-page.ts';
import { refuse } from '../platform/http/refusal.ts';
import { hostInSites } from '../site-scope/index.ts';
import { receiptsOf } from './receipts/receipts.ts';
import { refundedCents, refundedCentsOf, refundsOf, type RefundRow } from './refunds/refund-row.ts';
import { refundableCents } from './refunds/refund-rules.ts';
import { withdrawUntil } from './withdrawals/withdrawable.ts';

const PAGE = 20;
const TASKS = 100;

interface Row {
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

const columns = sql`
  p.id, p.member_id, f.name, m.email, p.status, p.charged_back_at, p.refunded_at, p.settled_at, p.credits, p.amount_cents, p.costs_cents, p.currency,
  p.method, p.gateway, p.gateway_reference, p.failure_reason, p.discount_code, p.host, p.country, p.created_at, m.credits as balance, m.credit_debt as debt,
  m.paid_user as premium, ${refundedCents(sql`p.id`)} as refunded_cents`;
const joined = sql`payments p left join members m on m.id = p.member_id left join profiles f on f.id = p.member_id`;

/**
 * GET /api/admin/payments: payments by id, gateway reference or e-mail address, newest first, 20 per page.
 * Without a search: refunds that wait for an operator, and withdrawals without a matching order.
 */
export async function findPayments(
  app: App,
  sites: Sites,
  query: { find?: string; cursor?: string },
): Promise<CallReply<'adminPayments'>> {
  const find = query.find?.replace(/\p{Cc}/gu, ' ').trim() ?? '';
  if (!find) return { payments: [], ...(await tasksOf(app.db, sites)), next: null };
  const before = query.cursor && isUuid(query.cursor) ? query.cursor : null;
  const which = isUuid(find)
    ? sql`p.id = ${find}`
    : find.includes('@')
      ? sql`p.member_id in (select m.id from members m where ${ownsAddress(find)})`
      : sql`p.gateway_reference = ${find} and p.gateway = any(${gatewayNames}::text[])`;
  const { rows } = await sql<Row>`
    select ${columns} from ${joined} where ${which} and ${hostInSites(sites, sql`p.host`)} and (${before}::uuid is null or p.id < ${before}::uuid)
    order by p.id desc limit ${PAGE + 1}`.execute(app.db);
  const page = rows.slice(0, PAGE);
  return {
    payments: page.map(present),
    tasks: [],
    unmatched: [],
    next: nextPage(rows, PAGE, (last) => last.id),
  };
}

export async function seePayment(app: App, id: string): Promise<AdminPaymentDetail> {
  const { rows } = await sql<Row>`select ${columns} from ${joined} where p.id = ${id}`.execute(app.db);
  const row = rows[0];
  if (!row) throw refuse('not_found');
  const [refunds, ledger, notifications, until, receipts] = await Promise.all([
    refundsOf(app.db, id),
    sql<{ id: number; kind: string; credits: number; balance: number; created_at: Date }>`
      select id, kind, credits, balance, created_at from ledger_entries
      where member_id = ${row.member_id} and payment_id = ${id} and kind not in ('message', 'image', 'gift') order by id limit 100`.execute(
      app.db,
    ),
    sql<{ outcome: string; amount_cents: number; currency: string; changed: boolean; created_at: Date }>`
      select outcome, amount_cents, currency, changed, created_at from payment_notifications where payment_id = ${id} order by id limit 100`.execute(
      app.db,
    ),
    row.status === 'completed' ? withdrawUntil(app, row) : null,
    receiptsOf(app.db, [id]),
  ]);
  const limits = await refundLimits(app.db, row);
  return {
    payment: present(row),
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
    notifications: notifications.rows.map(({ amount_cents, currency, created_at, ...rest }) => ({
      ...rest,
      amount: money(amount_cents, currency),
      created_at: created_at.toISOString(),
    })),
  };
}

type Refundable = Pick<
  Row,
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

async function tasksOf(
  db: Db,
  sites: Sites,
): Promise<Pick<CallReply<'adminPayments'>, 'tasks' | 'unmatched'>> {
  const [tasks, unmatched] = await Promise.all([
    sql<RefundRow>`select r.* from refunds r join payments p on p.id = r.payment_id where r.status in ('approval', 'by_hand') and ${hostInSites(sites, sql`p.host`)} order by r.id limit ${TASKS}`.execute(
      db,
    ),
    sql<{ id: string; name: string; email: string; order_text: string; received_at: Date }>`
      select id, name, email, order_text, received_at from withdrawals where outcome = 'unmatched' and handled_at is null and ${hostInSites(sites, sql`host`)} order by id limit ${TASKS}`.execute(
      db,
    ),
  ]);
  return {
    tasks: tasks.rows.map(presentRefund),
    unmatched: unmatched.rows.map(({ order_text, received_at, ...rest }) => ({
      ...rest,
      order: order_text,
      received_at: received_at.toISOString(),
    })),
  };
}

const present = (row: Row): AdminPayment => ({
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

const presentRefund = (row: RefundRow): AdminRefund => ({
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
