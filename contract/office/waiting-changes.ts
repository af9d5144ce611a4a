import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { instant, list, object, oneOf, uuid } from '../schema.ts';

const waitingChange = object({
  id: uuid,
  kind: oneOf(['setting', 'package']),
  /** The site and its setting, or the package. */
  object: Type.String(),
  before: Type.Unknown(),
  after: Type.Unknown(),
  asked_by: Type.String(),
  /** The current operator requested the change and so can only withdraw it. */
  own: Type.Boolean(),
  created_at: instant,
});

export type WaitingChangeView = Static<typeof waitingChange>;

const withFinance = { access: 'operator', roles: ['finance'] } as const;

export const waitingChangeCalls = {
  waitingChanges: {
    method: 'GET',
    path: '/api/admin/waiting-changes',
    scope: 'listed',
    ...withFinance,
    reads: true,
    summary: 'Changes of prices and limits that wait for a second operator',
    audit: { act: 'change.list' },
    status: 200,
    reply: object({ changes: list(waitingChange) }),
  },
  decideChange: {
    method: 'POST',
    path: '/api/admin/waiting-changes',
    scope: [{ of: 'waiting_change', at: 'body.id' }],
    ...withFinance,
    stepUp: true,
    summary: 'Approve or decline a change that another operator requested, or withdraw my own',
    audit: { act: 'change.decide', object: 'body.id' },
    body: object({ id: uuid, approve: Type.Boolean() }),
    status: 200,
    reply: object({ state: oneOf(['done', 'declined']) }),
  },
} as const satisfies Record<string, Call>;
