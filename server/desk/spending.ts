import { sql } from 'kysely';
import type { Db } from '../platform/database/index.ts';

const MOST_PURCHASES = 3;

export interface Spending {
  paused_until: string | null;
  cap: number | null;
  spent_this_month: number;
  /** The member has paused spending or reached their cap, so writers must not encourage further messages. */
  stops: boolean;
}

export async function spendingOf(db: Db, member: number): Promise<Spending> {
  const { rows } = await sql<{ paused_until: Date | null; cap: number | null; spent: number }>`
    select case when spending_paused_until > app_now() then spending_paused_until end as paused_until, spending_cap as cap, spent_this_month(id) as spent
      from members where id = ${member}`.execute(db);
  const { paused_until = null, cap = null, spent = 0 } = rows[0] ?? {};
  return {
    paused_until: paused_until?.toISOString() ?? null,
    cap,
    spent_this_month: spent,
    stops: paused_until !== null || (cap !== null && spent >= cap),
  };
}

/** The member's last purchases, newest first, without refunded and charged back ones. Writers see credits, no amounts. */
export async function lastPurchases(db: Db, member: number): Promise<{ credits: number; at: string }[]> {
  const { rows } = await sql<{ credits: number; created_at: Date }>`
    select credits, created_at from payments
      where member_id = ${member} and status = 'completed' and refunded_at is null and charged_back_at is null
      order by created_at desc, id limit ${MOST_PURCHASES}`.execute(db);
  return rows.map(({ credits, created_at: at }) => ({ credits, at: at.toISOString() }));
}
