import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import type { Webhook } from '#contract/webhooks.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import type { AuditNote } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';
import { assertSite } from './assert-site.ts';
import { checkWebhookUrl } from './check-webhook-url.ts';
import { queueDelivery } from './queue-delivery.ts';

/**
 * Changes a webhook. Starting a stopped webhook sends its waiting deliveries. Throws `not_found` if the
 * webhook does not exist, and `invalid_fields` for a URL that must not be called or an
 * unknown site.
 */
export async function changeWebhook(
  app: App,
  { id, url, events, active, site }: CallBody<'changeWebhook'>,
  audit: AuditNote,
): Promise<void> {
  if (url !== undefined) checkWebhookUrl(app, url);
  if (site !== undefined) await assertSite(app.db, site);
  await inTransaction(app.db, async (tx) => {
    const { rows: known } = await sql<
      Pick<Webhook, 'url' | 'events' | 'active' | 'site'>
    >`select url, events, active, site from webhooks where id = ${id} for update`.execute(tx);
    await audit(tx, {
      object: id,
      details: { before: known[0] ?? null, after: { url, events, active, site } },
    });
    const { rows } = await sql`
      update webhooks set url = coalesce(${url ?? null}, url), events = coalesce(${events ?? null}::text[], events), active = coalesce(${active ?? null}, active),
        site = ${site === undefined ? sql`site` : sql`${site}::text`}
      where id = ${id} returning id`.execute(tx);
    if (rows.length === 0) throw refuse('not_found');
    if (active !== true) return;
    const { rows: waiting } = await sql<{
      id: string;
    }>`select id from webhook_deliveries where webhook_id = ${id} and state = 'waiting'`.execute(tx);
    for (const delivery of waiting) await queueDelivery(app, tx, delivery.id);
  });
}
