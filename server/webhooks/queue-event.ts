import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import type { Db } from '../platform/database/index.ts';
import { type Happening, payloadOf } from './happening.ts';
import { queueDelivery } from './queue-delivery.ts';

export async function queueEvent(app: Pick<App, 'jobs'>, tx: Db, happening: Happening): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into webhook_deliveries (id, webhook_id, event, member_id, payload, next_at)
    select gen_random_uuid(), w.id, ${happening.event}, ${happening.member}, ${payloadOf(happening)}::jsonb, app_now()
    from webhooks w where w.active and ${happening.event} = any (w.events)
      and (w.site is null or w.site = site_of_host(${happening.site})) returning id`.execute(tx);
  for (const { id } of rows) await queueDelivery(app, tx, id);
}
