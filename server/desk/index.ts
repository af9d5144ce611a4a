import type { Module } from '../platform/module.ts';
import { returnUnansweredCredits } from './return-credits.ts';
import { deskHandlers } from './routes.ts';

/** The writers' desk: fictional profiles, who answers for them, and the credits of messages that nobody answered. */
export const module: Module = {
  handlers: deskHandlers,
  jobs: (app) => ({ 'return-unanswered-credits': (_payload, { signal }) => returnUnansweredCredits(app, signal) }),
  cron: [{ job: 'return-unanswered-credits', at: '*/5 * * * *' }],
};
