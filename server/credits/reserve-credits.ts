import { sql } from 'kysely';
import { one, type Tx } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import { spendingRefusal, type SpendingRefusal } from './spending-refusal.ts';

interface Reservation {
  member: number;
  kind: 'video_call';
  credits: number;
  /** Idempotency key: a member is charged once for each. */
  key: string;
  conversation: number;
  other: number;
}

type Reserved = { refusal: SpendingRefusal } | { refusal: null; credits: number; paidUser: boolean };

/**
 * Charges a member for something that may be returned with `giveBackCredits` and the same key. A repeat charges nothing.
 * Returns the reason if the member's pause, monthly limit or balance forbids it. Throws `not_found` for a deleted member.
 */
export async function reserveCredits(
  tx: Tx,
  { member, kind, credits, key, conversation, other }: Reservation,
): Promise<Reserved> {
  const { rows } = await sql<{ repeated: boolean }>`
    select exists (select from entry_with(m.id, ${key})) as repeated
      from members m where m.id = ${member} for no key update of m`.execute(tx);
  if (!rows[0]) throw refuse('not_found');
  const isRepeated = rows[0].repeated;
  const refusal = isRepeated ? null : await spendingRefusal(tx, member, credits);
  if (refusal !== null) return { refusal };
  const charge = isRepeated ? 0 : credits;
  const owner = await one(
    sql<{ credits: number; paid_user: boolean }>`
    update members set credits = credits - ${charge},
        spending_month_credits = spent_in(spending_month, spending_month_credits) + ${charge},
        spending_month = date_trunc('month', app_now() at time zone 'UTC')::date
      where id = ${member}
      returning credits, paid_user`.execute(tx),
  );
  if (charge > 0)
    await sql`
      insert into ledger_entries (member_id, kind, credits, counter_account, balance, idempotency_key, conversation_id, other_id)
        values (${member}, ${kind}, ${-charge}, 'spent', ${owner.credits}, ${key}, ${conversation}, ${other})`.execute(
      tx,
    );
  return { refusal: null, credits: owner.credits, paidUser: owner.paid_user };
}
