import { sql } from 'kysely';
import { NO_LIMITS, type OperatorLimit, type OperatorLimits } from '#contract/office/operator-limits.ts';
import type { Db } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';

// Every call that gives credits or money for an operator asks here, whether a person or a program makes it.

const limitsFor: Record<'credits' | 'refund', { act: OperatorLimit; day: OperatorLimit }> = {
  credits: { act: 'credits', day: 'credits_day' },
  refund: { act: 'refund_cents', day: 'refund_day_cents' },
};

type Kind = keyof typeof limitsFor;

export async function limitsOf(db: Db, operator: number): Promise<OperatorLimits> {
  const { rows } = await sql<OperatorLimits>`
    select credits, credits_day, refund_cents, refund_day_cents from operator_limits where operator_id = ${operator}`.execute(
    db,
  );
  return rows[0] ?? NO_LIMITS;
}

/**
 * Returns whether an act needs a second person because of its operator's own limits. `act` is its amount, `day` that of
 * everything that the operator did alone within 24 hours, with the act.
 */
export async function isAboveOwnLimits(
  db: Db,
  operator: number,
  kind: Kind,
  { act, day }: { act: number; day: number },
): Promise<boolean> {
  const limits = await limitsOf(db, operator);
  const { act: ofAct, day: ofDay } = limitsFor[kind];
  return act > (limits[ofAct] ?? Infinity) || day > (limits[ofDay] ?? Infinity);
}

/** Throws `beyond_own_limits` for approving more than the operator may give at once. */
export async function assertMayApprove(db: Db, operator: number, kind: Kind, amount: number): Promise<void> {
  const limit = (await limitsOf(db, operator))[limitsFor[kind].act];
  if (limit !== null && amount > limit) throw refuse('beyond_own_limits');
}
