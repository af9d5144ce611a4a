import { sql } from 'kysely';
import type { CountryCode } from '#contract/lists/countries.ts';
import type { GatewayName } from '#contract/lists/gateways.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { PaymentMethod } from '#contract/lists/payment-methods.ts';
import { isUuid } from '#contract/schema.ts';
import type { Db, Tx } from '../platform/database/index.ts';

export interface PaymentRow {
  id: string;
  member_id: number;
  package_id: number | null;
  credits: number;
  amount_cents: number;
  costs_cents: number;
  currency: string;
  country: CountryCode;
  payment_country: CountryCode | null;
  /** The first attempt at the same order, if this is a later one at another gateway. */
  first_attempt: string | null;
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
  consent_at: Date | null;
}

export async function ownPayment(db: Db, memberId: number, paymentId: string): Promise<PaymentRow | null> {
  const { rows } =
    await sql<PaymentRow>`select * from payments where id = ${paymentId} and member_id = ${memberId}`.execute(
      db,
    );
  return rows[0] ?? null;
}

export async function paymentOfKey(
  db: Db,
  memberId: number,
  idempotencyKey: string,
): Promise<PaymentRow | null> {
  const { rows } =
    await sql<PaymentRow>`select * from payments where member_id = ${memberId} and idempotency_key = ${idempotencyKey}`.execute(
      db,
    );
  return rows[0] ?? null;
}

/**
 * Reads a payment of any member. Returns null if it does not exist. Use `lockPayment` to change the payment.
 */
export async function paymentOf(db: Db, paymentId: string): Promise<PaymentRow | null> {
  if (!isUuid(paymentId)) return null;
  const { rows } = await sql<PaymentRow>`select * from payments where id = ${paymentId}`.execute(db);
  return rows[0] ?? null;
}

export async function lockPayment(tx: Tx, paymentId: string): Promise<PaymentRow | null> {
  const { rows } = await sql<PaymentRow>`select * from payments where id = ${paymentId} for update`.execute(
    tx,
  );
  return rows[0] ?? null;
}
