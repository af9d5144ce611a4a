import type { App } from '../platform/app.ts';
import { jobIn } from '../platform/jobs.ts';
import type { Module } from '../platform/module.ts';
import { bookConversion, POSTBACK_JOB } from './book-conversion.ts';
import { forgetOldVisits } from './forget-visits.ts';
import { trafficHandlers } from './handlers.ts';
import { registerReceiver } from './http.ts';
import { CONVERSION_JOB, type ConversionJob } from './queue-conversion.ts';
import { sendPostback } from './send-postback.ts';
import { tables } from './tables.ts';
import { trafficSourceOf } from './traffic-source.ts';

export { closeNetwork } from './close-network.ts';
export { forgetSource } from './forget-source.ts';
export { listNetworks } from './networks.ts';
export { queueConversion, type ConversionEvent } from './queue-conversion.ts';
export { forgetTrafficSource, maySearchLoggedOut, trafficSourceOf } from './traffic-source.ts';
export { writeNetwork, type NetworkChange } from './write-network.ts';

export const module: Module = {
  tables,
  create: () => ({ hasTrafficSource: (call, query) => trafficSourceOf(call, query) !== null }),
  handlers: trafficHandlers,
  routes: registerReceiver,
  jobs: (app: App) => ({
    [CONVERSION_JOB]: (job: ConversionJob) => bookConversion(app, job),
    [POSTBACK_JOB]: jobIn('partners', (job: ConversionJob, context) => sendPostback(app, job, context)),
    'page-visits-forget': () => forgetOldVisits(app.db),
  }),
  cron: [{ job: 'page-visits-forget', at: '23 4 * * *' }],
};
