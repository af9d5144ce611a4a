import { sql } from 'kysely';
import type { WebhookEvent } from '#contract/webhook-events.ts';
import type { App } from '../platform/app.ts';
import type { Db } from '../platform/database/index.ts';

/** The job that sends one delivery. */
export const WEBHOOK_JOB = 'webhook';

export interface WebhookJob {
  delivery: string;
}

/** Something that happened. `data` holds numbers, codes and amounts: nothing that a member wrote, no name, no address. */
export interface Happening {
  event: WebhookEvent;
  /** The member it is about, with whom what waits goes. */
  member: number | null;
  /** Host of the site it happened on. */
  site: string | null;
  data: Record<string, string | number | boolean | null>;
}

/**
 * Queues what happened for every address that wants to hear of it, in the transaction that makes it happen. Where there is no
 * webhook it costs one look at an empty table.
 */
export async function queueEvent(app: Pick<App, 'jobs'>, tx: Db, happening: Happening): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into webhook_deliveries (id, webhook_id, event, member_id, payload, next_at)
    select gen_random_uuid(), w.id, ${happening.event}, ${happening.member}, ${payloadOf(happening)}::jsonb, app_now()
    from webhooks w where w.active and ${happening.event} = any (w.events) returning id`.execute(tx);
  for (const { id } of rows) await queueDelivery(app, tx, id);
}

/** Queues a test for one address, whatever it wants to hear of. Returns false where there is no such address. */
export async function queuePing(app: Pick<App, 'jobs'>, tx: Db, webhook: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    insert into webhook_deliveries (id, webhook_id, event, payload, next_at)
    select gen_random_uuid(), id, 'ping', ${payloadOf({ site: null, data: {} })}::jsonb, app_now() from webhooks where id = ${webhook} returning id`.execute(
    tx,
  );
  for (const { id } of rows) await queueDelivery(app, tx, id);
  return rows.length > 0;
}

export const queueDelivery = (app: Pick<App, 'jobs'>, tx: Db, delivery: string, runAt?: Date): Promise<void> =>
  app.jobs.add(tx, WEBHOOK_JOB, { delivery } satisfies WebhookJob, { key: `webhook:${delivery}`, ...(runAt && { runAt }) });

const payloadOf = ({ site, data }: Pick<Happening, 'site' | 'data'>) => JSON.stringify({ site, data });
