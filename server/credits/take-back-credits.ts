import type { Db } from '../platform/database/index.ts';
import { type Booking, type TakeBackKind, type Booked, bookCredits } from './book-credits.ts';

/**
 * Takes credits back: a refund takes unspent ones only, a chargeback all of them, and the spent part becomes
 * a debt. Throws `not_found` if the member was deleted, and `conflict` if a refund exceeds the balance.
 */
export async function takeBackCredits(tx: Db, takeBack: Booking<TakeBackKind>): Promise<Booked> {
  return bookCredits(tx, takeBack, -takeBack.credits, 'sales');
}
