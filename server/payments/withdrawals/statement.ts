import { sql } from 'kysely';
import type { Locale } from '#contract/lists/locales.ts';
import type { Db, Tx } from '../../platform/database/index.ts';

export interface Statement {
  id: string;
  name: string;
  email: string;
  /** The order as typed; its id may be among other words. */
  order: string;
  memberId: number | null;
  locale: Locale;
  host: string;
}

export type Stored = {
  id: string;
  member_id: number | null;
  payment_id: string | null;
  email: string;
  outcome: 'refunded' | 'nothing_unused' | 'late' | 'unmatched';
  received_at: Date;
} & (
  | { credits: number; amount_cents: number; currency: string }
  | { credits: null; amount_cents: null; currency: null }
);

export async function storeStatement(
  tx: Tx,
  { id, name, email, order, locale, host }: Statement,
  found: {
    memberId: number | null;
    paymentId: string | null;
    refundId: string | null;
    outcome: Stored['outcome'];
  },
): Promise<Stored | null> {
  const { numAffectedRows } = await sql`
    insert into withdrawals (id, member_id, payment_id, refund_id, name, email, order_text, locale, host, outcome)
    values (${id}, ${found.memberId}, ${found.paymentId}, ${found.refundId}, ${name}, ${email}, ${order}, ${locale}, ${host || null}, ${found.outcome})
    on conflict (id) do nothing`.execute(tx);
  return numAffectedRows === 0n ? null : storedStatementOf(tx, id);
}

export async function storedStatementOf(db: Db, id: string): Promise<Stored | null> {
  const { rows } = await sql<Stored>`
    select w.id, w.member_id, w.payment_id, w.email, w.outcome, w.received_at, r.credits, r.amount_cents, r.currency
    from withdrawals w left join refunds r on r.id = w.refund_id where w.id = ${id}`.execute(db);
  return rows[0] ?? null;
}
