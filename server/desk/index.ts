import type { Module } from '../platform/module.ts';
import { returnUnansweredCredits } from './return-credits.ts';
import { deskHandlers } from './routes.ts';
import { tables } from './tables.ts';

/** The writers' desk: fictional profiles, who answers for them, and the credits of messages that nobody answered. */
export const module: Module = {
  tables,
  create: () => ({ deskStreams: new Map() }),
  handlers: deskHandlers,
  jobs: (app) => ({ 'return-unanswered-credits': (_payload, { signal }) => returnUnansweredCredits(app, signal) }),
  cron: [{ job: 'return-unanswered-credits', at: '*/5 * * * *' }],
};
