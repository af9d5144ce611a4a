import type { Module } from '../platform/module.ts';
import { assignmentHandlers } from './assignment/handlers.ts';
import { returnIdleConversations } from './assignment/return-idle-conversations.ts';
import { boardHandlers } from './board/handlers.ts';
import { fictionalHandlers } from './fictional-profiles/handlers.ts';
import { deskHandlers } from './handlers.ts';
import { qualityHandlers } from './quality/handlers.ts';
import { replyHandlers } from './replies/handlers.ts';
import { reportLongWaits } from './report-long-waits.ts';
import { returnUnansweredCredits } from './return-credits.ts';
import { searchHandlers } from './search/handlers.ts';
import { statementHandlers } from './statement/handlers.ts';
import { tables } from './tables.ts';

export { waitingCounts } from './waiting-counts.ts';

export const module: Module = {
  tables,
  create: () => ({ deskStreams: new Map() }),
  handlers: (app) => ({
    ...deskHandlers(app),
    ...assignmentHandlers(app),
    ...boardHandlers(app),
    ...replyHandlers(app),
    ...qualityHandlers(app),
    ...searchHandlers(app),
    ...statementHandlers(app),
    ...fictionalHandlers(app),
  }),
  jobs: (app) => ({
    'report-long-waits': (_payload, { signal }) => reportLongWaits(app, signal),
    'return-idle-conversations': () => returnIdleConversations(app),
    'return-unanswered-credits': (_payload, { signal }) => returnUnansweredCredits(app, signal),
  }),
  cron: [
    { job: 'return-unanswered-credits', at: '*/5 * * * *' },
    { job: 'return-idle-conversations', at: '* * * * *' },
    { job: 'report-long-waits', at: '* * * * *' },
  ],
};
