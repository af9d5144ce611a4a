import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { gatewayNames } from '../lists/gateways.ts';
import { count, day, id, instant, list, nullable, object, ok, oneOf, text } from '../schema.ts';
import { alertRules } from './alert-rules.ts';

const jobKind = object({
  kind: Type.String(),
  failed: count,
  retrying: count,
  running: count,
  late: count,
  running_seconds: count,
  /** Without what the error quotes, because that may be somebody's words. */
  last_error: nullable(Type.String()),
  last_error_at: nullable(instant),
});

const finding = object({
  name: Type.String(),
  state: oneOf(['well', 'warning', 'problem']),
  /** In English, as `npm run doctor` prints it. */
  found: Type.String(),
  examined_at: instant,
});

const gateway = object({
  name: oneOf(gatewayNames),
  last_notification: nullable(instant),
  last_paid: nullable(instant),
  answered_at: nullable(instant),
  failed_at: nullable(instant),
  /** Unanswered requests since the last answer. */
  failures: count,
});

const pageError = object({
  release: Type.String(),
  name: Type.String(),
  message: Type.String(),
  path: Type.String(),
  frame: nullable(Type.String()),
  count,
  first_at: instant,
  last_at: instant,
});

const alert = object({
  id,
  rule: oneOf(alertRules),
  /** A gateway, or a part that the doctor examines; empty if the rule has one subject only. */
  subject: Type.String(),
  value: Type.Integer(),
  began_at: instant,
  ended_at: nullable(instant),
});

export type Alert = Static<typeof alert>;

export const operations = object({
  versions: object({
    liaison: Type.String(),
    release: Type.String(),
    node: Type.String(),
    postgres: Type.String(),
    newest: nullable(Type.String()),
  }),
  queue: object({
    workers: count,
    due: count,
    oldest_seconds: count,
    failed: count,
    stands_still: Type.Boolean(),
  }),
  jobs: list(jobKind),
  findings: list(finding),
  /** An examination waits or runs. */
  examining: Type.Boolean(),
  backup: object({
    scheduled: Type.Boolean(),
    newest: nullable(instant),
    stored: count,
    /** False if this process cannot read the place of the backups. */
    readable: Type.Boolean(),
  }),
  drill: nullable(object({ held_at: instant, lost_seconds: count, restore_seconds: count, faults: count })),
  /** Mails of the last 14 days, oldest first; a day is one in UTC. */
  mail_days: list(object({ day, sent: count, bounced: count, complained: count })),
  gateways: list(gateway),
  page_errors: list(pageError),
  /** Those that have not ended, then the latest that have. */
  alerts: list(alert),
  /** Who could get alerts by mail. */
  recipients: list(object({ id, name: nullable(Type.String()), chosen: Type.Boolean() })),
});

export type Operations = Static<typeof operations>;
export type JobKind = Static<typeof jobKind>;

const owner = { access: 'operator', roles: [], scope: 'installation' } as const;
const kind = text(60, 1);
const done = object({ done: count });

export const operationsCalls = {
  adminOperations: {
    method: 'GET',
    path: '/api/admin/operations',
    ...owner,
    reads: true,
    summary: 'Health of the installation: jobs, backups, mail, gateways, alerts and errors of pages',
    // The screen asks again while it is open.
    audit: { act: 'operations.look', repeats: true },
    status: 200,
    reply: operations,
  },
  examineInstallation: {
    method: 'POST',
    path: '/api/admin/examination',
    ...owner,
    summary: 'Let the doctor examine the installation now',
    audit: { act: 'operations.examine' },
    status: 202,
    reply: ok,
  },
  retryJobs: {
    method: 'POST',
    path: '/api/admin/jobs-retry',
    ...owner,
    summary: 'Run the failed jobs of a kind again, with all their attempts',
    audit: { act: 'jobs.retry', object: 'body.kind' },
    body: object({ kind }),
    status: 200,
    reply: done,
  },
  discardJobs: {
    method: 'POST',
    path: '/api/admin/jobs-discard',
    ...owner,
    stepUp: true,
    summary: 'Delete the failed jobs of a kind without doing their work',
    audit: { act: 'jobs.discard', object: 'body.kind' },
    body: object({ kind }),
    status: 200,
    reply: done,
  },
  chooseAlertRecipients: {
    method: 'PUT',
    path: '/api/admin/alert-recipients',
    ...owner,
    summary: 'Choose who gets alerts by mail. Without a choice all owners of the installation get them',
    audit: { act: 'alerts.recipients', details: ['body.members'] },
    body: object({ members: Type.Array(id, { maxItems: 50, uniqueItems: true }) }),
    status: 200,
    reply: ok,
  },
} as const satisfies Record<string, Call>;
