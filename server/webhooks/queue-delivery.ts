import type { App } from '../platform/app.ts';
import type { Db } from '../platform/database/index.ts';

export const WEBHOOK_JOB = 'webhook';

export interface WebhookJob {
  delivery: string;
}

export const queueDelivery = (
  app: Pick<App, 'jobs'>,
  tx: Db,
  delivery: string,
  runAt?: Date,
): Promise<void> =>
  app.jobs.add(tx, WEBHOOK_JOB, { delivery } satisfies WebhookJob, {
    key: `webhook:${delivery}`,
    ...(runAt && { runAt }),
  });
