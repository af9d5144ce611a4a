import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import type { Db } from '../platform/database/index.ts';
import { payloadOf } from './happening.ts';
import { queueDelivery } from './queue-delivery.ts';

/**
 * Queues a test event for one webhook, even if it subscribes to no events. Returns false if the webhook does
 * not exist.
 */
export async function queuePing(app: Pick<App, 'jobs'>, tx: Db, webhook: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    insert into webhook_deliveries (id, webhook_id, event, payload, next_at)
    select gen_random_uuid(), id, 'ping', ${payloadOf({ site: null, data: {} })}::jsonb, app_now() from webhooks where id = ${webhook} returning id`.execute(
    tx,
  );
  for (const { id } of rows) await queueDelivery(app, tx, id);
  return rows.length > 0;
}
