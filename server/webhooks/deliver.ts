import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { safeRequest, trustedHosts } from '../platform/outgoing/safe-request.ts';
import { timedSignature } from '../platform/outgoing/timed-signature.ts';
import { outsideLadder, waitSeconds } from '../platform/retry.ts';
import { unseal } from '../platform/sealing.ts';
import { queueDelivery, type WebhookJob } from './queue-delivery.ts';

/** The pauses between this many attempts add up to about two days. */
export const MOST_TRIES = 12;
const KEPT_DAYS = 30;
export const SEAL = 'webhooks';

interface Due {
  url: string;
  secret_sealed: Buffer;
  webhook_id: string;
  event: string;
  payload: { site: string | null; data: object };
  tries: number;
  created_at: Date;
}

/**
 * Sends one delivery. After `MOST_TRIES` failed attempts the delivery is given up and logged as an alert. All
 * attempts carry the same id, so that a receiver can detect repeats.
 */
export async function deliver(app: App, { delivery }: WebhookJob): Promise<void> {
  const { rows } = await sql<Due>`
    select w.url, w.secret_sealed, d.webhook_id, d.event, d.payload, d.tries, d.created_at
    from webhook_deliveries d join webhooks w on w.id = d.webhook_id where d.id = ${delivery} and d.state = 'waiting' and w.active`.execute(
    app.db,
  );
  const due = rows[0];
  if (!due) return;
  const status = await send(app, delivery, due).catch((error: Error) => {
    app.log.warn(
      { webhook: due.webhook_id, event: due.event, tries: due.tries + 1, reason: error.message },
      'could not deliver a webhook',
    );
    return 0;
  });
  const reached = status >= 200 && status < 300;
  const last = due.tries + 1 >= MOST_TRIES;
  const wait = reached || last ? null : waitSeconds(outsideLadder, due.tries);
  await inTransaction(app.db, async (tx) => {
    const { rows: noted } = await sql<{ next: Date | null }>`
      update webhook_deliveries set tries = tries + 1, status = ${status || null}, tried_at = app_now(),
        state = ${reached ? 'sent' : last ? 'given_up' : 'waiting'}, next_at = app_now() + ${wait}::int * interval '1 second'
      where id = ${delivery} and state = 'waiting' returning now() + ${wait}::int * interval '1 second' as next`.execute(
      tx,
    );
    if (noted[0]?.next) await queueDelivery(app, tx, delivery, noted[0].next);
  });
  if (last && !reached)
    app.log.error(
      { webhook: due.webhook_id, event: due.event, status, alert: 'webhooks' },
      'gave up on a webhook delivery',
    );
}

async function send(
  app: App,
  id: string,
  { url, secret_sealed: sealed, webhook_id: webhook, event, payload, created_at: at }: Due,
): Promise<number> {
  const secret = unseal(app.config.secret, SEAL, webhook, sealed);
  const body = JSON.stringify({
    id,
    event,
    created_at: at.toISOString(),
    site: payload.site,
    data: payload.data,
  });
  const signature = timedSignature(secret, body, Math.floor(Date.now() / 1000));
  return safeRequest({
    url,
    body,
    trusted: trustedHosts(app.config),
    headers: {
      'user-agent': 'Liaison webhook',
      'x-webhook-id': id,
      'x-webhook-event': event,
      'x-webhook-signature': signature,
    },
  });
}

export async function forgetDeliveries(app: Pick<App, 'db'>): Promise<void> {
  await sql`delete from webhook_deliveries where created_at < app_now() - ${KEPT_DAYS} * interval '1 day'`.execute(
    app.db,
  );
}
