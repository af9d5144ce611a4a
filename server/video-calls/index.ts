import type { Module } from '../platform/module.ts';
import { endStaleCalls } from './end-stale-calls.ts';
import { forgetOldCalls } from './forget-old-calls.ts';
import { videoCallHandlers } from './handlers.ts';
import { MISS_VIDEO_CALL } from './start-call.ts';
import { settleCall } from './state/settle-call.ts';
import { tables } from './tables.ts';

export { endCallsBetween } from './end-calls-between.ts';
export { missedCall } from './missed-call.ts';
export { MISSED_CALL_NOTIFICATION, type MissedCallNews } from './state/finish-call.ts';

export const module: Module = {
  tables,
  handlers: videoCallHandlers,
  jobs: (app) => ({
    async [MISS_VIDEO_CALL]({ call }: { call: string }) {
      await settleCall(app, call);
    },
    'end-stale-calls': (_payload, { signal }) => endStaleCalls(app, signal),
    'forget-old-calls': () => forgetOldCalls(app),
  }),
  cron: [
    { job: 'end-stale-calls', at: '* * * * *' },
    { job: 'forget-old-calls', at: '53 3 * * *' },
  ],
};
