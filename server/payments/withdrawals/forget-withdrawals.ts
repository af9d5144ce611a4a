import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';

/**
 * Operators need the text of a withdrawal without a matching order to answer it, and afterwards as proof in a
 * dispute. After this time neither is likely.
 */
const KEPT_DAYS = 180;

export const FORGET_WITHDRAWALS = 'forget-withdrawals';

/**
 * Clears the text of withdrawals without a matching order that were answered `KEPT_DAYS` ago. The rows with
 * their times stay.
 */
export async function forgetWithdrawals({ db }: Pick<App, 'db'>): Promise<void> {
  await sql`update withdrawals set name = '', email = '', order_text = ''
    where outcome = 'unmatched' and handled_at < app_now() - ${KEPT_DAYS} * interval '1 day' and email <> ''`.execute(
    db,
  );
}
