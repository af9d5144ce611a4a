import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import type { Module } from '../platform/module.ts';
import { deliver, forgetDeliveries } from './deliver.ts';
import { WEBHOOK_JOB, type WebhookJob } from './queue-event.ts';
import { tables } from './tables.ts';
import { addWebhook, changeWebhook, deliveriesOf, listWebhooks, removeWebhook, sendAgain } from './webhooks.ts';

export { queueEvent, type Happening } from './queue-event.ts';

export const module: Module = {
  tables,
  handlers: (app: App) =>
    handlers({
      async adminWebhooks() {
        return { webhooks: await listWebhooks(app.db) };
      },
      addWebhook: ({ body }, { member }) => addWebhook(app, member.memberId, body),
      async changeWebhook({ body }) {
        await changeWebhook(app, body);
        return { ok: true };
      },
      async removeWebhook({ body }) {
        await removeWebhook(app.db, body.id);
        return { ok: true };
      },
      adminWebhookDeliveries: ({ query }) => deliveriesOf(app.db, query.webhook, query.cursor),
      async resendWebhook({ body }) {
        await sendAgain(app, body);
        return { ok: true };
      },
    }),
  jobs: (app: App) => ({
    [WEBHOOK_JOB]: (job: WebhookJob) => deliver(app, job),
    'webhooks-forget': () => forgetDeliveries(app),
  }),
  cron: [{ job: 'webhooks-forget', at: '53 3 * * *' }],
};
