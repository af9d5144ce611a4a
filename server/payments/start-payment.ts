import type { App } from '../platform/app.ts';
import { openOrOffer } from './cascade/open-or-offer.ts';
import type { PaymentStarted } from './open-at-gateway.ts';
import { type OrderRequest, storeIntent } from './store-intent.ts';

/**
 * POST /api/payment.php. Stores the intent before calling the gateway, so that a crash in between leaves a
 * payment to poll. The same idempotency key finds the same intent and opens it again if needed. Throws:
 * - `invalid_fields` without consent to the terms and the right of withdrawal
 * - `address_unconfirmed` for an account whose address is not confirmed
 * - `spending_paused` while the member's own spending pause lasts
 * - `not_found` for an unknown package
 * - `method_unavailable` for a method that is not offered to the payer
 * - `discount_not_valid`, `code_not_found`, `code_used` or `code_expired` for an unusable discount code
 * - `unavailable` while the gateway is unreachable and no other takes the order; repeat with the same key
 */
export async function startPayment(app: App, request: OrderRequest): Promise<PaymentStarted> {
  return openOrOffer(app, await storeIntent(app, request));
}
