import { type Static, Type } from 'typebox';
import type { Call } from './call.ts';
import { count, id, instant, list, nullable, object, oneOf, optional, page, uuid } from './schema.ts';

export const ledgerLine = object({
  id,
  kind: Type.String(),
  credits: Type.Integer(),
  balance: count,
  with: nullable(Type.String()),
  created_at: instant,
});

/** The member's link for friends, and what both get after the friend's first purchase. */
const referral = object({
  credits: count,
  /** Most rewards of a member in a year. */
  most: count,
  /** Days after the purchase. */
  days: count,
  token: Type.String(),
  joined: count,
  paid: count,
});

export type Referral = Static<typeof referral>;

export const referralStates = ['waiting', 'paid', 'refused', 'taken_back'] as const;
export const referralRefusals = ['related', 'known', 'cap', 'left'] as const;

const person = object({ id, name: Type.String() });

const listedReferral = object({
  friend: person,
  inviter: person,
  host: Type.String(),
  status: oneOf(referralStates),
  reason: nullable(oneOf(referralRefusals)),
  credits: nullable(count),
  payment: nullable(uuid),
  created_at: instant,
  settled_at: nullable(instant),
});

export type ListedReferral = Static<typeof listedReferral>;

export const creditsCalls = {
  statement: {
    method: 'GET',
    path: '/api/statement.php',
    access: 'member',
    summary: 'Statement of my credits',
    query: page,
    status: 200,
    reply: object({
      lines: list(ledgerLine),
      debt: optional(count),
      referral: optional(nullable(referral)),
      next: nullable(Type.String()),
    }),
  },
  adminReferrals: {
    method: 'GET',
    path: '/api/admin/referrals',
    scope: 'listed',
    bySite: true,
    access: 'operator',
    roles: ['finance'],
    reads: true,
    summary: 'Members who came by the link of another, newest first, with what became of the reward',
    audit: { act: 'referral.list' },
    query: page,
    status: 200,
    reply: object({ referrals: list(listedReferral), next: nullable(Type.String()) }),
  },
} as const satisfies Record<string, Call>;
