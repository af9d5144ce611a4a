import { sql } from 'kysely';
import { money } from '#contract/money.ts';
import { must } from '#contract/must.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import type { RefundClaim } from '../gateways/gateway.ts';
import { lockPayer } from '../payer.ts';
import { lockPayment } from '../payment-row.ts';
import { FIRST_LOOK_SECONDS } from './follow-claims.ts';
import { lockRefund, type RefundRow } from './refund-row.ts';

/** Stores where the member claims a refund, and mails it to the member once. */
export async function offerClaim(app: App, tx: Tx, id: string, claim: RefundClaim): Promise<void> {
  const { rows } = await sql<
    Pick<RefundRow, 'member_id' | 'payment_id'>
  >`select member_id, payment_id from refunds where id = ${id}`.execute(tx);
  const found = must(rows[0], 'refund');
  const payer = await lockPayer(tx, found.member_id);
  const payment = must(await lockPayment(tx, found.payment_id), 'payment of the refund');
  const refund = must(await lockRefund(tx, id), 'refund');
  if (refund.status !== 'pending') return;
  await sql`
    update refunds set status = 'claimable', claim_reference = ${claim.reference}, claim_url = ${claim.url}, tries = 0,
      next_try_at = app_now() + ${FIRST_LOOK_SECONDS} * interval '1 second' where id = ${id}`.execute(tx);
  if (!payer?.email) {
    app.log.warn(
      { refund: id, payment: payment.id, alert: 'payments' },
      'nobody can be told where to claim a refund: its account has no address',
    );
    return;
  }
  await app.mailer.send(
    tx,
    'refund-claim',
    {
      email: payer.email,
      name: payer.name,
      locale: payer.language,
      memberId: payer.id,
      host: payment.host,
    },
    {
      name: payer.name,
      payment_id: payment.id,
      amount: money(refund.amount_cents, refund.currency),
      claim_url: claim.url,
    },
  );
}
