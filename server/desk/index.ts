import type { Module } from '../platform/module.ts';
import { deskHandlers } from './handlers.ts';
import { returnUnansweredCredits } from './return-credits.ts';
import { tables } from './tables.ts';

export const module: Module = {
  tables,
  create: () => ({ deskStreams: new Map() }),
  handlers: deskHandlers,
  jobs: (app) => ({
    'return-unanswered-credits': (_payload, { signal }) => returnUnansweredCredits(app, signal),
  }),
  cron: [{ job: 'return-unanswered-credits', at: '*/5 * * * *' }],
};
