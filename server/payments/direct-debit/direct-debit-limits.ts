import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';

/** Direct debits can be reversed by the payer for weeks: at most this much in 30 days, by member and by account. */
const LIMIT_CENTS = 10_000;
const LIMIT_DAYS = 30;

/**
 * Whether a member may pay `amountCents` more from an account. Refuses `directdebit_blocked` after any direct debit of
 * the member or the account that was charged back, `directdebit_limit` beyond the limit (docs/product.md 8).
 */
export async function assertMayDebit(db: Db, memberId: number, ibanHash: Buffer, amountCents: number, exceptPaymentId: string | null): Promise<void> {
  const { rows } = await sql<{ blocked: boolean; debited: number }>`
    select
      coalesce(bool_or(p.charged_back_at is not null), false) as blocked,
      coalesce(sum(p.amount_cents) filter (
        where p.status in ('pending', 'completed') and p.created_at > app_now() - ${LIMIT_DAYS} * interval '1 day' and p.refunded_at is null
      ), 0)::int as debited
    from direct_debits d join payments p on p.id = d.payment_id
    where (d.member_id = ${memberId} or d.iban_hash = ${ibanHash}) and d.confirmed_at is not null and d.payment_id is distinct from ${exceptPaymentId}::uuid`.execute(
    db,
  );
  const { blocked, debited } = rows[0]!;
  if (blocked) throw refuse('directdebit_blocked');
  if (debited + amountCents > LIMIT_CENTS) throw refuse('directdebit_limit');
}
