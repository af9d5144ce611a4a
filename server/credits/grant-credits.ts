import type { Db } from '../platform/database/index.ts';
import { type Booking, type GrantKind, type Booked, bookCredits } from './book-credits.ts';

/**
 * Gives credits to a member (docs/product.md 13.1). A purchase makes the member premium (docs/product.md 1.4)
 * and pays an open debt first. Call it in the transaction of the event that earned the credits, and emit
 * `credits` after the commit. Throws `not_found` if the member was deleted.
 */
export async function grantCredits(tx: Db, grant: Booking<GrantKind>): Promise<Booked> {
  return bookCredits(tx, grant, grant.credits, grant.kind === 'purchase' ? 'sales' : 'granted');
}
