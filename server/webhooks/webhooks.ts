import { sql } from 'kysely';
import { MOST_WEBHOOKS } from '#contract/lists/webhook-events.ts';
import type { Sites } from '#contract/rules/site-scope-rules.ts';
import type { Webhook } from '#contract/webhooks.ts';
import type { Db } from '../platform/database/index.ts';
import { siteInSites } from '../site-scope/index.ts';

export async function listWebhooks(db: Db, sites: Sites): Promise<Webhook[]> {
  type Row = Omit<Webhook, 'created_at'> & { created_at: Date };
  const { rows } = await sql<Row>`
    select w.id, w.url, w.events, w.active, w.site, w.created_at,
      (select count(*)::int from webhook_deliveries d where d.webhook_id = w.id and d.state = 'waiting') as waiting,
      (select count(*)::int from webhook_deliveries d where d.webhook_id = w.id and d.state = 'sent') as sent,
      (select count(*)::int from webhook_deliveries d where d.webhook_id = w.id and d.state = 'given_up') as given_up
    from webhooks w where ${siteInSites(sites, sql`w.site`)} order by w.created_at, w.id limit ${MOST_WEBHOOKS}`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}
