import type { Module } from '../platform/module.ts';
import { exportHandlers } from './export/handlers.ts';
import { membershipHandlers } from './handlers.ts';
import { invitationHandlers } from './invitation-handlers.ts';
import { membershipCron, membershipJobs } from './jobs.ts';
import { passwordHandlers } from './password-handlers.ts';
import { prepareOwnRow } from './present-user.ts';
import { secondStepHandlers } from './second-step-handlers.ts';
import { securityHandlers } from './security-handlers.ts';
import { sessionHandlers } from './session-handlers.ts';
import { signUpRuleHandlers } from './sign-up-rules/handlers.ts';
import { tables } from './tables.ts';
import { tokenHandlers } from './token-handlers.ts';
import { userHandlers } from './user-handlers.ts';

export { beginDeletion } from './deletion/begin-deletion.ts';
export { issueInvitations } from './signup/invitations.ts';
export { purgeMember } from './deletion/purge-member.ts';

export const module: Module = {
  tables,
  create: (app) => ({ ownRow: prepareOwnRow(app) }),
  handlers: (app) => ({
    ...membershipHandlers(app),
    ...passwordHandlers(app),
    ...userHandlers(app),
    ...invitationHandlers(app),
    ...signUpRuleHandlers(app),
    ...sessionHandlers(app),
    ...secondStepHandlers(app),
    ...exportHandlers(app),
    ...securityHandlers(app),
    ...tokenHandlers(app),
  }),
  jobs: membershipJobs,
  cron: membershipCron,
};
