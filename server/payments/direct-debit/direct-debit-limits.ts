import { sql } from 'kysely';
import { one, type Db } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';

/**
 * Payers can reverse direct debits for weeks, so a member or an account may pay at most this much in 30 days.
 */
const LIMIT_CENTS = 10_000;
const LIMIT_DAYS = 30;

/**
 * Throws `directdebit_blocked` if a direct debit of the member or the account was ever charged back, and
 * `directdebit_limit` if `amountCents` would exceed the limit.
 */
export async function assertMayDebit(
  db: Db,
  memberId: number,
  ibanHash: Buffer,
  amountCents: number,
  exceptPaymentId: string | null,
): Promise<void> {
  const { blocked, debited } = await one(
    sql<{ blocked: boolean; debited: number }>`
    select
      coalesce(bool_or(p.charged_back_at is not null), false) as blocked,
      coalesce(sum(p.amount_cents) filter (
        where p.status in ('pending', 'completed') and p.created_at > app_now() - ${LIMIT_DAYS} * interval '1 day' and p.refunded_at is null
      ), 0)::int as debited
    from direct_debits d join payments p on p.id = d.payment_id
    where (d.member_id = ${memberId} or d.iban_hash = ${ibanHash}) and d.confirmed_at is not null and d.payment_id is distinct from ${exceptPaymentId}::uuid`.execute(
      db,
    ),
  );
  if (blocked) throw refuse('directdebit_blocked');
  if (debited + amountCents > LIMIT_CENTS) throw refuse('directdebit_limit');
}
