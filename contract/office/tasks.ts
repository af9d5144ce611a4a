import type { Static } from 'typebox';
import type { Call } from '../call.ts';
import { namedRoles } from '../lists/roles.ts';
import { count, list, object, optional } from '../schema.ts';
import { siteChoice } from '../site-settings/sites.ts';

export const officeTasks = object({
  photos: optional(count),
  voice_intros: optional(count),
  chat_images: optional(count),
  verifications: optional(count),
  age_checks: optional(count),
  complaints: optional(count),
  complaints_urgent: optional(count),
  appeals: optional(count),
  texts: optional(count),
  held_accounts: optional(count),
  refunds: optional(count),
  support: optional(count),
  desk: optional(count),
  credit_changes: optional(count),
});

export type OfficeTasks = Static<typeof officeTasks>;

export const taskCalls = {
  adminTasks: {
    method: 'GET',
    path: '/api/admin/tasks',
    scope: 'listed',
    bySite: true,
    access: 'operator',
    reads: true,
    summary: 'Lengths of the queues that my roles can open',
    roles: namedRoles,
    status: 200,
    reply: officeTasks,
  },
  adminSiteChoices: {
    method: 'GET',
    path: '/api/admin/site-choices',
    scope: 'listed',
    access: 'operator',
    reads: true,
    summary: 'The sites that I work for, the default site first',
    roles: namedRoles,
    status: 200,
    reply: object({ sites: list(siteChoice) }),
  },
} as const satisfies Record<string, Call>;
