import type { Ground } from '#contract/rules/measure-rules.ts';
import type { Money } from '#contract/schema.ts';
import { closingRefundsOf, refundOnClosing } from '../payments/index.ts';
import type { App } from '../platform/app.ts';
import type { Tx } from '../platform/database/index.ts';
import type { AuditNote } from '../platform/http/context.ts';

/**
 * Runs in the transaction that closes an account permanently, and refunds unused credits of purchases that
 * the member could still withdraw from. The operator may decide against the refund. After payment fraud there
 * is none by default, because the money of a stolen card is returned by a chargeback.
 *
 * Returns the amount for the mail about the ban: null if nothing was refundable, undefined if there is no
 * refund or it waits for a second operator.
 */
export async function settleClosedAccount(
  app: App,
  tx: Tx,
  memberId: number,
  {
    operator,
    ground,
    refund,
  }: { operator: { id: number; audit: AuditNote }; ground: Ground; refund?: boolean | undefined },
): Promise<Money | null | undefined> {
  if (!(refund ?? ground !== 'payment_fraud'))
    return (await closingRefundsOf(app, memberId)).refunds.length > 0 ? undefined : null;
  const { refunded, waiting } = await refundOnClosing(app, tx, memberId, operator);
  return refunded[0] ?? (waiting.length > 0 ? undefined : null);
}
