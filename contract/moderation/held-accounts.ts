import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { holdReasons } from '../lists/hold-reasons.ts';
import { signUpRuleKinds } from '../membership/sign-up-rule-kinds.ts';
import { REASON_LENGTH, contentGrounds } from '../rules/measure-rules.ts';
import { count, id, instant, list, nullable, object, ok, oneOf, optional, page, text } from '../schema.ts';
import { listMatch } from './list-matches.ts';

/** A rule for sign-ups as it was when it held the account. */
const heldByRule = object({ kind: oneOf(signUpRuleKinds), value: Type.String(), note: Type.String() });
export type HeldByRule = Static<typeof heldByRule>;

/** An account that is hidden and cannot write until a moderator decides. `id` is its member. */
export const heldAccount = object({
  id,
  name: nullable(Type.String()),
  /** The account is gone; only its evidence is left to judge. */
  deleted: Type.Boolean(),
  reasons: list(
    object({
      reason: oneOf(holdReasons),
      related: nullable(object({ id, name: nullable(Type.String()) })),
      /** Of the reason `sign_up_rule`. */
      rules: list(heldByRule),
    }),
  ),
  /** Addresses of the pictures that were refused as under age, or that a list names. */
  pictures: list(Type.String()),
  /** Addresses of the voice introductions that were refused as under age. */
  recordings: list(Type.String()),
  /** The texts that were removed as under age. */
  words: list(Type.String()),
  /** What outside lists of known illegal pictures say about the pictures. */
  matches: list(listMatch),
  /** Who asked to release it, which a second moderator has to confirm. */
  release: nullable(object({ asked_by: nullable(Type.String()), own: Type.Boolean() })),
  created_at: instant,
});

export type HeldAccount = Static<typeof heldAccount>;

export const heldAccountCalls = {
  adminHeldAccounts: {
    method: 'GET',
    path: '/api/admin/held-accounts',
    scope: 'listed',
    bySite: true,
    access: 'operator',
    reads: true,
    summary:
      'Accounts that wait for a moderator: listed pictures and suspected minors first, then longest waiting',
    roles: ['moderator'],
    audit: { act: 'hold.look', each: 'reply.accounts', member: 'id' },
    query: page,
    status: 200,
    reply: object({ accounts: list(heldAccount), waiting: count, next: nullable(Type.String()) }),
  },
  decideHeldAccount: {
    method: 'POST',
    path: '/api/admin/held-accounts',
    scope: [{ of: 'held_account', at: 'body.member' }],
    access: 'operator',
    summary: 'Release a held account, or close it with a statement of reasons',
    roles: ['moderator'],
    audit: { act: 'hold.decide', member: 'body.member' },
    body: object({
      member: id,
      release: Type.Boolean(),
      ground: optional(oneOf(contentGrounds)),
      facts: optional(text(REASON_LENGTH)),
    }),
    status: 200,
    reply: object({
      ...ok.properties,
      needs_second: optional(
        Type.Literal(true, { description: 'A listed picture: another moderator has to release it too' }),
      ),
    }),
  },
} as const satisfies Record<string, Call>;
