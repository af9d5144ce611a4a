import type { Module } from '../platform/module.ts';
import { accountCron, accountJobs } from './jobs.ts';
import { accountHandlers } from './routes.ts';
import { unsubscribeRoutes } from './unsubscribe-routes.ts';

export { closeAccount } from './close-account.ts';
export { issueInvitations } from './invitations.ts';
export { operatorLoginPath } from './operator-login.ts';
export { isSpendingPaused } from './pause-spending.ts';
export { provideToAccounts, type AccountParts } from './parts.ts';
export { personalTables, type PersonalTable } from './personal-data.ts';
export { authenticate, createSession, SESSIONS_CHANGED } from './sessions.ts';

export const module: Module = { handlers: accountHandlers, jobs: accountJobs, cron: accountCron, routes: unsubscribeRoutes };
