import { sql, type RawBuilder } from 'kysely';

const TAKEN_MINUTES = 30;

/** Condition over `complaints c` that an operator has claimed it a short while ago. */
export const isClaimed: RawBuilder<boolean> = sql`(c.taken_by is not null and c.taken_at > app_now() - ${sql.lit(`${TAKEN_MINUTES} minutes`)}::interval)`;

/**
 * Condition over `complaints c` that nobody may decide it together with others: suspected minors, illegal content, reports
 * of the desk and notices of trusted flaggers.
 */
export const isUrgent: RawBuilder<boolean> = sql`c.priority <= 1`;

/** Condition over `complaints c`. */
export const isUndecided: RawBuilder<boolean> = sql`c.status in ('open', 'in_review')`;
