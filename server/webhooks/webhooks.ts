import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import { MOST_WEBHOOKS } from '#contract/webhook-events.ts';
import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, type Db } from '../platform/database/index.ts';
import { readCursor, writeCursor } from '../platform/http/cursor.ts';
import { refuse, refuseFields } from '../platform/http/refusal.ts';
import { addressFault, trustedHosts } from '../platform/outgoing/safe-request.ts';
import { seal } from '../platform/sealing.ts';
import { SEAL } from './deliver.ts';
import { queueDelivery, queuePing } from './queue-event.ts';

const PAGE = 50;

/** Every address with what became of its deliveries. */
export async function listWebhooks(db: Db): Promise<Webhook[]> {
  type Row = Omit<Webhook, 'created_at'> & { created_at: Date };
  const { rows } = await sql<Row>`
    select w.id, w.url, w.events, w.active, w.created_at,
      (select count(*)::int from webhook_deliveries d where d.webhook_id = w.id and d.state = 'waiting') as waiting,
      (select count(*)::int from webhook_deliveries d where d.webhook_id = w.id and d.state = 'sent') as sent,
      (select count(*)::int from webhook_deliveries d where d.webhook_id = w.id and d.state = 'given_up') as given_up
    from webhooks w order by w.created_at, w.id limit ${MOST_WEBHOOKS}`.execute(db);
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}

/** Adds an address. The secret is answered this once and kept sealed. Refuses `invalid_fields` for an address that is never called, `conflict` beyond ten. */
export async function addWebhook(app: App, operator: number, { url, events }: CallBody<'addWebhook'>): Promise<{ id: string; secret: string }> {
  checkAddress(app, url);
  const [id, secret] = [randomUUID(), `whsec_${randomBytes(32).toString('base64url')}`];
  await inTransaction(app.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('webhooks'))`.execute(tx);
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from webhooks`.execute(tx);
    if (rows[0]!.count >= MOST_WEBHOOKS) throw refuse('conflict');
    await sql`
      insert into webhooks (id, url, events, secret_sealed, created_by)
      values (${id}, ${url}, ${events}::text[], ${seal(app.config.secret, SEAL, id, secret)}, ${operator})`.execute(tx);
  });
  return { id, secret };
}

/** Changes an address; what waited while it was stopped goes out when it starts again. Refuses `not_found`, `invalid_fields`. */
export async function changeWebhook(app: App, { id, url, events, active }: CallBody<'changeWebhook'>): Promise<void> {
  if (url !== undefined) checkAddress(app, url);
  await inTransaction(app.db, async (tx) => {
    const { rows } = await sql`
      update webhooks set url = coalesce(${url ?? null}, url), events = coalesce(${events ?? null}::text[], events), active = coalesce(${active ?? null}, active)
      where id = ${id} returning id`.execute(tx);
    if (rows.length === 0) throw refuse('not_found');
    if (active !== true) return;
    const { rows: waiting } = await sql<{ id: string }>`select id from webhook_deliveries where webhook_id = ${id} and state = 'waiting'`.execute(tx);
    for (const delivery of waiting) await queueDelivery(app, tx, delivery.id);
  });
}

export async function removeWebhook(db: Db, id: string): Promise<void> {
  await db.deleteFrom('webhooks').where('id', '=', id).execute();
}

const checkAddress = (app: App, url: string) => {
  if (addressFault(url, trustedHosts(app.config))) throw refuseFields({ url: 'invalid' });
};

/** What was sent to an address, newest first. */
export async function deliveriesOf(db: Db, webhook: string, cursor?: string): Promise<{ deliveries: WebhookDelivery[]; next: string | null }> {
  const name = `webhook ${webhook}`;
  const [before] = readCursor(name, cursor, 1) ?? [Number.MAX_SAFE_INTEGER];
  type Row = Omit<WebhookDelivery, 'created_at' | 'tried_at' | 'next_at'> & Record<'created_at', Date> & Record<'tried_at' | 'next_at', Date | null>;
  const { rows } = await sql<Row>`
    select id, number, event, state, tries, status, created_at, tried_at, case when state = 'waiting' then next_at end as next_at
    from webhook_deliveries where webhook_id = ${webhook} and number < ${before!} order by number desc limit ${PAGE + 1}`.execute(db);
  const page = rows.slice(0, PAGE);
  return {
    deliveries: page.map((row) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      tried_at: row.tried_at?.toISOString() ?? null,
      next_at: row.next_at?.toISOString() ?? null,
    })),
    next: rows.length > PAGE ? writeCursor(name, [page.at(-1)!.number]) : null,
  };
}

/** Sends a delivery again from its first try on, or a test to an address. Refuses `not_found`. */
export async function sendAgain(app: App, what: CallBody<'resendWebhook'>): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    if ('webhook' in what) {
      if (!(await queuePing(app, tx, what.webhook))) throw refuse('not_found');
      return;
    }
    const { rows } = await sql`
      update webhook_deliveries set state = 'waiting', tries = 0, next_at = app_now() where id = ${what.delivery} returning id`.execute(tx);
    if (rows.length === 0) throw refuse('not_found');
    await queueDelivery(app, tx, what.delivery);
  });
}
