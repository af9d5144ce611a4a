import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { locales } from '../lists/locales.ts';
import { roles } from '../lists/roles.ts';
import { id, instant, list, nullable, object, ok, oneOf, optional, text } from '../schema.ts';
import { siteChoice } from '../site-settings/sites.ts';
import type { OperatorLimit } from './operator-limits.ts';

const limit = (maximum: number) => nullable(Type.Integer({ minimum: 0, maximum }));

/** What an operator may grant and refund alone, on top of the site's limits; null for no limit. */
export const limits = object({
  credits: limit(100_000),
  credits_day: limit(1_000_000),
  refund_cents: limit(10_000_000),
  refund_day_cents: limit(100_000_000),
} satisfies Record<OperatorLimit, unknown>);

/** The languages of the members whose work an operator gets; empty for all. */
export const officeLanguages = list(oneOf(locales), { maxItems: locales.length });

export const operator = object({
  id,
  name: nullable(Type.String()),
  email: nullable(Type.String()),
  roles: list(oneOf(roles)),
  /** The sites that the roles apply to; null for all. */
  sites: nullable(list(Type.String())),
  languages: officeLanguages,
  limits,
  active: Type.Boolean(),
  last_seen: nullable(instant),
});

export type Operator = Static<typeof operator>;

/** Without it a new operator gets all sites, and an operator keeps theirs. */
const sites = optional(nullable(list(text(253, 1), { maxItems: 50 })));

export const operatorCalls = {
  adminOperators: {
    method: 'GET',
    path: '/api/admin/operators',
    scope: 'listed',
    access: 'operator',
    reads: true,
    summary: 'Operators and their roles',
    roles: [],
    audit: { act: 'operator.list' },
    status: 200,
    reply: object({ operators: list(operator), sites: list(siteChoice) }),
  },
  inviteOperator: {
    method: 'POST',
    path: '/api/admin/operators',
    scope: [{ of: 'site', at: 'body.sites' }],
    access: 'operator',
    stepUp: true,
    summary: 'Invite an operator by mail, with a link that works once within a day',
    roles: [],
    audit: { act: 'operator.invite' },
    body: object({
      email: text(254, 3),
      name: text(60, 1),
      roles: list(oneOf(roles)),
      sites,
      languages: optional(officeLanguages),
      limits: optional(limits),
    }),
    status: 201,
    reply: object({ id }),
  },
  forgetOperatorFactor: {
    method: 'DELETE',
    path: '/api/admin/operator-factor',
    scope: [{ of: 'operator', at: 'body.id' }],
    access: 'operator',
    stepUp: true,
    summary: 'Remove the second factor of an operator who lost it; ends their sessions',
    roles: [],
    audit: { act: 'operator.factor', member: 'body.id' },
    body: object({ id }),
    status: 200,
    reply: ok,
  },
  changeOperator: {
    method: 'PUT',
    path: '/api/admin/operators',
    scope: [
      { of: 'operator', at: 'body.id' },
      { of: 'site', at: 'body.sites', absent: 'anything' },
    ],
    access: 'operator',
    stepUp: true,
    summary:
      'Change the roles, sites, languages and limits of an operator, which applies at once. Without roles they have no access. The last owner of all sites cannot be removed, and no limit raised above one’s own',
    roles: [],
    audit: { act: 'operator.roles', member: 'body.id' },
    body: object({
      id,
      roles: list(oneOf(roles)),
      sites,
      languages: optional(officeLanguages),
      limits: optional(limits),
    }),
    status: 200,
    reply: ok,
  },
} as const satisfies Record<string, Call>;
