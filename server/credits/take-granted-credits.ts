import type { Db } from '../platform/database/index.ts';
import { type Booking, type Booked, bookCredits } from './book-credits.ts';

/**
 * Takes back unspent credits that an operator granted. Throws `not_found` if the member was deleted, and
 * `conflict` if it exceeds the balance.
 */
export async function takeGrantedCredits(
  tx: Db,
  taken: Omit<Booking<'operator_grant'>, 'kind' | 'payment'>,
): Promise<Booked> {
  return bookCredits(tx, { ...taken, kind: 'operator_grant' }, -taken.credits, 'granted');
}
