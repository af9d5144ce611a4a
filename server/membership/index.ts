import type { Module } from '../platform/module.ts';
import { exportHandlers } from './export/routes.ts';
import { membershipCron, membershipJobs } from './jobs.ts';
import { prepareOwnRow } from './present-user.ts';
import { membershipHandlers } from './routes.ts';
import { securityHandlers } from './security-routes.ts';
import { tables } from './tables.ts';
import { tokenHandlers } from './token-routes.ts';

export { beginDeletion } from './delete-account.ts';
export { issueInvitations } from './invitations.ts';
export { purgeMember } from './purge-member.ts';

export const module: Module = {
  tables,
  create: (app) => ({ ownRow: prepareOwnRow(app) }),
  handlers: (app) => ({ ...membershipHandlers(app), ...exportHandlers(app), ...securityHandlers(app), ...tokenHandlers(app) }),
  jobs: membershipJobs,
  cron: membershipCron,
};
