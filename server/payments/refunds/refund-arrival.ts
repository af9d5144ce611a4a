import { v5 as uuidV5 } from 'uuid';
import { unusedCreditsOf, type Booked } from '../../credits/index.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import type { Payer } from '../payer.ts';
import type { PaymentRow } from '../payment-row.ts';
import { bookRefund } from './book-refund.ts';
import { refundableCents } from './refund-rules.ts';

/**
 * Refunds an order that was paid after its account was closed (nobody can use its credits), after its member
 * had withdrawn from it, after its price had ended, or after another gateway had been paid for it. The part that paid an old debt is not refunded,
 * because closing an account must not avoid a chargeback's debt. `payer` is null for a purged member, who has
 * no balance: the whole amount is refunded.
 */
export async function refundArrival(
  app: App,
  tx: Tx,
  payment: PaymentRow,
  payer: Payer | null,
  why: 'withdrawal' | 'late' | 'duplicate',
): Promise<Booked | null> {
  const { id, amount_cents: amountCents, credits, member_id: member } = payment;
  const unused = payer ? ((await unusedCreditsOf(tx, member)).get(id)?.unused ?? 0) : 0;
  const back = payer ? refundableCents({ amountCents, credits, unused, refundedCents: 0 }) : amountCents;
  if (back === 0) return null;
  return bookRefund(app, tx, {
    id: uuidV5('paid too late', id),
    payment,
    kind: !payer || payer.closed ? 'deletion' : why,
    credits: unused,
    amountCents: back,
  });
}
