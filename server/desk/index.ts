import type { Module } from '../platform/module.ts';
import { assignmentHandlers } from './assignment/handlers.ts';
import { returnIdleConversations } from './assignment/return-idle-conversations.ts';
import { deskHandlers } from './handlers.ts';
import { returnUnansweredCredits } from './return-credits.ts';
import { tables } from './tables.ts';

export const module: Module = {
  tables,
  create: () => ({ deskStreams: new Map() }),
  handlers: (app) => ({ ...deskHandlers(app), ...assignmentHandlers(app) }),
  jobs: (app) => ({
    'return-idle-conversations': () => returnIdleConversations(app),
    'return-unanswered-credits': (_payload, { signal }) => returnUnansweredCredits(app, signal),
  }),
  cron: [
    { job: 'return-unanswered-credits', at: '*/5 * * * *' },
    { job: 'return-idle-conversations', at: '* * * * *' },
  ],
};
