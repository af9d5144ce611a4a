import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { gatewayNames } from '../lists/gateways.ts';
import { count, instant, list, money, nullable, object, oneOf, text, uuid } from '../schema.ts';

export const disputeStates = ['open', 'contested', 'won', 'lost'] as const;

/**
 * What a dispute of a gateway does to its payment. Only `taken_back` changes it; `known` did so before. The others wait for
 * a person: the payment was refunded or is not paid here, amount or currency differ, the gateway's status of the payment
 * does not confirm the dispute, or it was decided for the site.
 */
export const disputeResults = [
  'taken_back',
  'known',
  'unknown',
  'amount',
  'currency',
  'not_paid',
  'refunded',
  'unconfirmed',
  'reversed',
  'unreadable',
] as const;
export type DisputeResult = (typeof disputeResults)[number];

export const gatewayDispute = object({
  reference: Type.String(),
  amount: money,
  reason: nullable(Type.String()),
  source: oneOf(['gateway', 'file']),
  result: oneOf(disputeResults),
  opened_at: nullable(instant),
  reversed_at: nullable(instant),
});

const disputeLine = object({
  line: count,
  /** The number of the payment in the file. */
  payment: Type.String(),
  payment_id: nullable(uuid),
  amount: nullable(money),
  result: oneOf(disputeResults),
});

export const disputeFile = object({
  lines: list(disputeLine),
  taken_back: count,
});

export type DisputeFile = Static<typeof disputeFile>;

export const disputeCalls = {
  adminDisputeFile: {
    method: 'POST',
    path: '/api/admin/dispute-file',
    scope: 'installation',
    access: 'operator',
    roles: ['finance'],
    summary: 'Preview a file of disputes of a gateway, or take their payments’ credits back',
    audit: { act: 'dispute.import', object: 'body.gateway', details: ['body.apply'] },
    body: object({ gateway: oneOf(gatewayNames), csv: text(200_000, 1), apply: Type.Boolean() }),
    status: 200,
    reply: disputeFile,
  },
} as const satisfies Record<string, Call>;
