import type { Module } from '../platform/module.ts';
import { handlers } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';
import type { JobContext } from '../platform/jobs.ts';
import { bookConversion, CONVERSION_JOB, type ConversionJob, POSTBACK_JOB } from './conversions.ts';
import { partnerFigures } from './figures.ts';
import { sendPostback } from './postback.ts';
import { registerReceiver } from './receiver-routes.ts';
import { tables } from './tables.ts';

export { queueConversion, type ConversionEvent } from './conversions.ts';
export { closeNetwork, listNetworks, writeNetwork, type NetworkChange } from './networks.ts';

export const module: Module = {
  tables,
  handlers: (app) =>
    handlers({
      async partner({ query }, call) {
        // A token is long enough not to be guessed; the limit spares the database.
        const wait = await app.limits.limit('partner figures', { points: 60, seconds: 600 }).take(call.ip);
        if (wait !== null) throw refuse('too_many_requests', undefined, wait);
        return partnerFigures(app.db, query.token);
      },
    }),
  jobs: (app) => ({
    [CONVERSION_JOB]: (job: ConversionJob) => bookConversion(app, job),
    [POSTBACK_JOB]: (job: ConversionJob, context: JobContext) => sendPostback(app, job, context),
  }),
  routes: registerReceiver,
};
