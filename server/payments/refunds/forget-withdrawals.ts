import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';

/**
 * Who withdraws without naming an order of theirs has to be answered, account or not, and what was answered has to be proven when it is
 * contested. After that nothing needs their words any more.
 */
const KEPT_DAYS = 180;

export const FORGET_WITHDRAWALS = 'forget-withdrawals';

/** Empties statements of withdrawal that matched no order and were answered half a year ago; that there was one, and when, stays. */
export async function forgetWithdrawals({ db }: Pick<App, 'db'>): Promise<void> {
  await sql`update withdrawals set name = '', email = '', order_text = ''
    where outcome = 'unmatched' and handled_at < app_now() - ${KEPT_DAYS} * interval '1 day' and email <> ''`.execute(db);
}
