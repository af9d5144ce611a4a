import type { App } from '../platform/app.ts';
import type { Db } from '../platform/database/index.ts';

export const conversionEvents = ['signup', 'activation', 'first_purchase'] as const;
export type ConversionEvent = (typeof conversionEvents)[number];

export const CONVERSION_JOB = 'conversion';

export interface ConversionJob {
  member: number;
  event: ConversionEvent;
}

/**
 * Queues a conversion in the transaction that causes it. The job does nothing if the member has no traffic
 * source.
 */
export const queueConversion = (app: Pick<App, 'jobs'>, tx: Db, conversion: ConversionJob): Promise<void> =>
  app.jobs.add(tx, CONVERSION_JOB, conversion);
