import { sql } from 'kysely';
import { must } from '#contract/must.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, one } from '../../platform/database/index.ts';
import { gatewayNamed } from '../gateways/index.ts';
import type { PaymentRow } from '../payment-row.ts';
import { completeRefund } from './complete-refund.ts';
import type { RefundRow } from './refund-row.ts';

const BATCH = 50;
export const FIRST_LOOK_SECONDS = 600;

/**
 * Asks the gateways whether members have claimed their refunds: every hour for two days, then every day. A
 * claim that was closed before the money was paid becomes an operator's task.
 */
export async function followClaims(app: App): Promise<void> {
  for (;;) {
    const { rows } = await sql<RefundRow>`
      update refunds set tries = tries + 1, next_try_at = app_now() + case when tries < 48 then interval '1 hour' else interval '1 day' end
      where id in (
        select id from refunds where status = 'claimable' and next_try_at <= app_now() order by next_try_at limit ${BATCH} for update skip locked
      ) returning *`.execute(app.db);
    for (const refund of rows) {
      try {
        await followClaim(app, refund);
      } catch (error) {
        app.log.warn(
          { err: error, refund: refund.id },
          'could not ask a gateway about the claim of a refund',
        );
      }
    }
    if (rows.length < BATCH) return;
  }
}

async function followClaim(app: App, refund: RefundRow): Promise<void> {
  const { gateway } = await one(
    sql<Pick<PaymentRow, 'gateway'>>`select gateway from payments where id = ${refund.payment_id}`.execute(
      app.db,
    ),
  );
  const reference = must(refund.claim_reference, 'reference of the claim');
  const state = await gatewayNamed(app, gateway).claimState?.(reference, refund.amount_cents);
  if (state === 'paid') await inTransaction(app.db, (tx) => completeRefund(app, tx, refund.id, null));
  else if (state === 'closed') await handOver(app, refund);
  else return;
  app.events.emit(refund.member_id, 'changed', { what: 'payments' });
}

async function handOver(app: App, refund: RefundRow): Promise<void> {
  app.log.error(
    { refund: refund.id, payment: refund.payment_id, alert: 'payments' },
    'the claim of a refund was closed before it was paid: refund it manually at the gateway',
  );
  await sql`
    update refunds set status = 'by_hand', claim_url = null, failure_reason = 'The claim was closed before it was paid.'
    where id = ${refund.id} and status = 'claimable'`.execute(app.db);
}
