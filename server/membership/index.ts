import type { Module } from '../platform/module.ts';
import { membershipCron, membershipJobs } from './jobs.ts';
import { membershipHandlers } from './routes.ts';

export { issueInvitations } from './invitations.ts';
export { personalTables, type PersonalTable } from './personal-data.ts';
export { purgeMember } from './purge-member.ts';

export const module: Module = { handlers: membershipHandlers, jobs: membershipJobs, cron: membershipCron };
