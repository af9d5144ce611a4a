import { sql } from 'kysely';
import type { Db } from '../platform/database/index.ts';

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
