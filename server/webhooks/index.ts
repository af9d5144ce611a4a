import type { App } from '../platform/app.ts';
import { jobIn } from '../platform/jobs.ts';
import type { Module } from '../platform/module.ts';
import { deliver, forgetDeliveries } from './deliver.ts';
import { webhookHandlers } from './handlers.ts';
import { WEBHOOK_JOB, type WebhookJob } from './queue-delivery.ts';
import { tables } from './tables.ts';

export { queueEvent } from './queue-event.ts';
export { queueMemberEvent } from './queue-member-event.ts';
export type { Happening } from './happening.ts';

export const module: Module = {
  tables,
  handlers: webhookHandlers,
  jobs: (app: App) => ({
    [WEBHOOK_JOB]: jobIn('partners', (job: WebhookJob) => deliver(app, job)),
    'webhooks-forget': () => forgetDeliveries(app),
  }),
  cron: [{ job: 'webhooks-forget', at: '53 3 * * *' }],
};
