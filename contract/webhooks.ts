import { type Static, Type } from 'typebox';
import type { Call } from './call.ts';
import { webhookEvents } from './lists/webhook-events.ts';
import {
  count,
  cursor,
  id,
  instant,
  list,
  nullable,
  object,
  ok,
  oneOf,
  optional,
  text,
  uuid,
} from './schema.ts';
import { siteChoice } from './site-settings/sites.ts';

const address = text(500, 8);

const events = Type.Array(oneOf(webhookEvents), {
  minItems: 1,
  maxItems: webhookEvents.length,
  uniqueItems: true,
});

const webhook = object({
  id: uuid,
  url: Type.String(),
  events: list(oneOf(webhookEvents)),
  active: Type.Boolean(),
  /** The site whose events it receives; null for all sites. */
  site: nullable(Type.String()),
  created_at: instant,
  /** Counts for the last 30 days, after which deliveries are deleted. */
  waiting: count,
  sent: count,
  given_up: count,
});

export type Webhook = Static<typeof webhook>;

const delivery = object({
  id: uuid,
  number: id,
  event: Type.String(),
  state: oneOf(['waiting', 'sent', 'given_up']),
  tries: count,
  /** HTTP status of the last attempt; null if there was no response. */
  status: nullable(count),
  created_at: instant,
  tried_at: nullable(instant),
  next_at: nullable(instant),
});

export type WebhookDelivery = Static<typeof delivery>;

const owner = { access: 'operator', roles: [] } as const;

export const webhooksCalls = {
  adminWebhooks: {
    method: 'GET',
    path: '/api/admin/webhooks',
    scope: 'listed',
    ...owner,
    reads: true,
    summary: 'Webhooks of the site',
    audit: { act: 'webhook.list' },
    status: 200,
    reply: object({ webhooks: list(webhook), sites: list(siteChoice) }),
  },
  addWebhook: {
    method: 'POST',
    path: '/api/admin/webhooks',
    scope: [{ of: 'site', at: 'body.site' }],
    ...owner,
    stepUp: true,
    summary: 'Add a webhook. The reply shows its signing secret; it is not shown again',
    audit: { act: 'webhook.add', object: 'reply.id', details: ['body.url', 'body.events', 'body.site'] },
    body: object({ url: address, events, site: optional(nullable(text(253, 1))) }),
    status: 201,
    reply: object({ id: uuid, secret: Type.String() }),
  },
  changeWebhook: {
    method: 'PUT',
    path: '/api/admin/webhooks',
    scope: [
      { of: 'webhook', at: 'body.id' },
      { of: 'site', at: 'body.site', absent: 'anything' },
    ],
    ...owner,
    stepUp: true,
    summary: 'Change the events of a webhook, or pause it',
    audit: { act: 'webhook.change', object: 'body.id' },
    body: object({
      id: uuid,
      url: optional(address),
      events: optional(events),
      active: optional(Type.Boolean()),
      site: optional(nullable(text(253, 1))),
    }),
    status: 200,
    reply: ok,
  },
  removeWebhook: {
    method: 'DELETE',
    path: '/api/admin/webhooks',
    scope: [{ of: 'webhook', at: 'body.id' }],
    ...owner,
    stepUp: true,
    summary: 'Remove a webhook with its deliveries; queued ones are not sent',
    audit: { act: 'webhook.remove', object: 'body.id' },
    body: object({ id: uuid }),
    status: 200,
    reply: ok,
  },
  adminWebhookDeliveries: {
    method: 'GET',
    path: '/api/admin/webhook-deliveries',
    scope: [{ of: 'webhook', at: 'query.webhook' }],
    ...owner,
    reads: true,
    summary: 'Deliveries to a webhook, newest first',
    audit: { act: 'webhook.look', object: 'query.webhook' },
    query: Type.Object({ webhook: uuid, cursor: optional(cursor) }),
    status: 200,
    reply: object({ deliveries: list(delivery), next: nullable(Type.String()) }),
  },
  resendWebhook: {
    method: 'POST',
    path: '/api/admin/webhook-deliveries',
    scope: [
      { of: 'webhook_delivery', at: 'body.delivery', absent: 'anything' },
      { of: 'webhook', at: 'body.webhook', absent: 'anything' },
    ],
    ...owner,
    summary: 'Repeat a delivery (`delivery`), or send a test to a webhook (`webhook`)',
    audit: { act: 'webhook.send', object: 'body.delivery' },
    body: Type.Union([object({ delivery: uuid }), object({ webhook: uuid })]),
    status: 200,
    reply: ok,
  },
} as const satisfies Record<string, Call>;
