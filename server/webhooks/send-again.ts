import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import { queueDelivery } from './queue-delivery.ts';
import { queuePing } from './queue-ping.ts';

/**
 * Resends a delivery with all its attempts, or sends a test event to a webhook. Throws `not_found` if the
 * delivery or webhook does not exist.
 */
export async function sendAgain(app: App, what: CallBody<'resendWebhook'>): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    if ('webhook' in what) {
      if (!(await queuePing(app, tx, what.webhook))) throw refuse('not_found');
      return;
    }
    const { rows } = await sql`
      update webhook_deliveries set state = 'waiting', tries = 0, next_at = app_now() where id = ${what.delivery} returning id`.execute(
      tx,
    );
    if (rows.length === 0) throw refuse('not_found');
    await queueDelivery(app, tx, what.delivery);
  });
}
