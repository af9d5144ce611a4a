import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import { MOST_WEBHOOKS } from '#contract/lists/webhook-events.ts';
import type { App } from '../platform/app.ts';
import { one, inTransaction } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import { seal } from '../platform/sealing.ts';
import { assertSite } from './assert-site.ts';
import { checkWebhookUrl } from './check-webhook-url.ts';
import { SEAL } from './deliver.ts';

/**
 * Adds a webhook. The secret is returned only here and stored encrypted. Throws `invalid_fields` for a URL
 * that must not be called or an unknown site, and `conflict` if there are already ten webhooks.
 */
export async function addWebhook(
  app: App,
  operator: number,
  { url, events, site = null }: CallBody<'addWebhook'>,
): Promise<{ id: string; secret: string }> {
  checkWebhookUrl(app, url);
  await assertSite(app.db, site);
  const [id, secret] = [randomUUID(), `whsec_${randomBytes(32).toString('base64url')}`];
  await inTransaction(app.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('webhooks'))`.execute(tx);
    const row = await one(sql<{ count: number }>`select count(*)::int as count from webhooks`.execute(tx));
    if (row.count >= MOST_WEBHOOKS) throw refuse('conflict');
    await sql`
      insert into webhooks (id, url, events, secret_sealed, created_by, site)
      values (${id}, ${url}, ${events}::text[], ${seal(app.config.secret, SEAL, id, secret)}, ${operator}, ${site})`.execute(
      tx,
    );
  });
  return { id, secret };
}
