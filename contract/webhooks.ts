import { Type, type Static } from 'typebox';
import type { Call } from './call.ts';
import { webhookEvents } from './webhook-events.ts';
import { count, cursor, id, instant, list, nullable, object, ok, oneOf, optional, text, uuid } from './schema.ts';

const address = text(500, 8);
const events = Type.Array(oneOf(webhookEvents), { minItems: 1, maxItems: webhookEvents.length, uniqueItems: true });

const webhook = object({
  id: uuid,
  url: Type.String(),
  events: list(oneOf(webhookEvents)),
  active: Type.Boolean(),
  created_at: instant,
  /** Of the deliveries that are kept: 30 days. */
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
  /** What the other side answered last; null: nothing. */
  status: nullable(count),
  created_at: instant,
  tried_at: nullable(instant),
  next_at: nullable(instant),
});
export type WebhookDelivery = Static<typeof delivery>;

const owner = { access: 'operator', roles: [] } as const;

/** Addresses that are told of signups, payments and complaints. */
export const webhookCalls = {
  adminWebhooks: {
    method: 'GET',
    path: '/api/admin/webhooks.php',
    ...owner,
    summary: 'Addresses that are told of what happens',
    audit: { act: 'webhook.list' },
    status: 200,
    reply: object({ webhooks: list(webhook) }),
  },
  addWebhook: {
    method: 'POST',
    path: '/api/admin/webhooks.php',
    ...owner,
    summary: 'Add an address; the secret that signs what is sent is answered this once',
    audit: { act: 'webhook.add', object: 'reply.id' },
    body: object({ url: address, events }),
    status: 201,
    reply: object({ id: uuid, secret: Type.String() }),
  },
  changeWebhook: {
    method: 'PUT',
    path: '/api/admin/webhooks.php',
    ...owner,
    summary: 'Change what an address is told of, or stop it for a while',
    audit: { act: 'webhook.change', object: 'body.id' },
    body: object({ id: uuid, url: optional(address), events: optional(events), active: optional(Type.Boolean()) }),
    status: 200,
    reply: ok,
  },
  removeWebhook: {
    method: 'DELETE',
    path: '/api/admin/webhooks.php',
    ...owner,
    summary: 'Remove an address with its deliveries; what waits is not sent',
    audit: { act: 'webhook.remove', object: 'body.id' },
    body: object({ id: uuid }),
    status: 200,
    reply: ok,
  },
  adminWebhookDeliveries: {
    method: 'GET',
    path: '/api/admin/webhook-deliveries.php',
    ...owner,
    summary: 'What was sent to an address, newest first',
    audit: { act: 'webhook.look', object: 'query.webhook' },
    query: Type.Object({ webhook: uuid, cursor: optional(cursor) }),
    status: 200,
    reply: object({ deliveries: list(delivery), next: nullable(Type.String()) }),
  },
  resendWebhook: {
    method: 'POST',
    path: '/api/admin/webhook-deliveries.php',
    ...owner,
    summary: 'Send a delivery again (`delivery`), or a test to an address (`webhook`)',
    audit: { act: 'webhook.send', object: 'body.delivery' },
    body: Type.Union([object({ delivery: uuid }), object({ webhook: uuid })]),
    status: 200,
    reply: ok,
  },
} as const satisfies Record<string, Call>;
