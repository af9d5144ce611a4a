import { sql } from 'kysely';
import type { CountryCode } from '#contract/countries.ts';
import type { PaymentMethod } from '#contract/enums.ts';
import type { Locale } from '#contract/locales.ts';
import type { Payment, PaymentReceipt } from '#contract/payments.ts';
import type { Db, Tx } from '../platform/database/index.ts';
import type { GatewayName } from './gateways/gateway.ts';
import { money } from './money.ts';
import { receiptsOf } from './receipts/receipts.ts';

/** A payment as it is stored. */
export interface PaymentRow {
  id: string;
  member_id: number;
  package_id: number | null;
  credits: number;
  amount_cents: number;
  costs_cents: number;
  currency: string;
  country: CountryCode;
  vat_percentage: string;
  discount_code: string | null;
  discount_cents: number;
  method: PaymentMethod;
  gateway: GatewayName;
  gateway_reference: string | null;
  redirect_url: string | null;
  recurring: boolean;
  status: 'pending' | 'completed' | 'failed' | 'cancelled';
  charged_back_at: Date | null;
  refunded_at: Date | null;
  idempotency_key: string;
  return_to: string | null;
  locale: Locale;
  host: string | null;
  save_card: boolean;
  poll_tries: number;
  created_at: Date;
  settled_at: Date | null;
}

/** A payment of its owner; null for anybody else's. */
export async function ownPayment(db: Db, memberId: number, paymentId: string): Promise<PaymentRow | null> {
  const { rows } = await sql<PaymentRow>`select * from payments where id = ${paymentId} and member_id = ${memberId}`.execute(db);
  return rows[0] ?? null;
}

export async function paymentOfKey(db: Db, memberId: number, idempotencyKey: string): Promise<PaymentRow | null> {
  const { rows } = await sql<PaymentRow>`select * from payments where member_id = ${memberId} and idempotency_key = ${idempotencyKey}`.execute(db);
  return rows[0] ?? null;
}

/** Whose payment it is; null when there is none. */
export async function ownerOf(db: Db, paymentId: string): Promise<number | null> {
  const { rows } = await sql<{ member_id: number }>`select member_id from payments where id = ${paymentId}`.execute(db);
  return rows[0]?.member_id ?? null;
}

/** The payment, locked until the transaction ends. */
export async function lockPayment(tx: Tx, paymentId: string): Promise<PaymentRow | null> {
  const { rows } = await sql<PaymentRow>`select * from payments where id = ${paymentId} for update`.execute(tx);
  return rows[0] ?? null;
}

/** A payment as its owner sees it. */
export function presentPayment(row: PaymentRow, receipts: PaymentReceipt[] = []): Payment {
  return {
    payment_id: row.id,
    status: row.status,
    credits: row.credits,
    amount: money(row.amount_cents, row.currency),
    method: row.method,
    transaction_costs: money(row.costs_cents, row.currency),
    package: row.package_id,
    recurring: row.recurring,
    created_at: row.created_at.toISOString(),
    return_to: row.return_to,
    redirect_url: row.status === 'pending' ? row.redirect_url : null,
    ...(row.charged_back_at ? { reversed: 'chargeback' as const } : row.refunded_at ? { reversed: 'refund' as const } : {}),
    receipts,
  };
}

const HISTORY_PAGE = 20;

/** GET /api/payments.php: the member's orders, newest first. The cursor is the id of the last one. */
export async function paymentHistory(db: Db, memberId: number, cursor: string | undefined): Promise<{ payments: Payment[]; next: string | null }> {
  // A payment's id begins with its time (UUID v7), so one comparison orders both.
  const before = cursor && /^[0-9a-f-]{36}$/.test(cursor) ? cursor : null;
  const { rows } = await sql<PaymentRow>`
    select * from payments
    where member_id = ${memberId} and (${before}::uuid is null or id < ${before}::uuid)
    order by id desc limit ${HISTORY_PAGE + 1}`.execute(db);
  const page = rows.slice(0, HISTORY_PAGE);
  const receipts = await receiptsOf(
    db,
    page.map(({ id }) => id),
  );
  return { payments: page.map((row) => presentPayment(row, receipts.get(row.id))), next: rows.length > HISTORY_PAGE ? page.at(-1)!.id : null };
}
