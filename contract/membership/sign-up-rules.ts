import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { count, day, id, instant, list, nullable, object, ok, oneOf, text, uuid } from '../schema.ts';
import { siteChoice } from '../site-settings/sites.ts';
import { signUpRuleEffects, signUpRuleKinds } from './sign-up-rule-kinds.ts';

export const RULE_VALUE_LENGTH = 253;
export const RULE_NOTE_LENGTH = 200;
export const MOST_SIGN_UP_RULES = 1000;

const rule = {
  kind: oneOf(signUpRuleKinds),
  value: text(RULE_VALUE_LENGTH, 1),
  effect: oneOf(signUpRuleEffects),
  note: text(RULE_NOTE_LENGTH),
  /** The last day on which the rule applies, in UTC. */
  until: nullable(day),
};

const signUpRule = object({
  id: uuid,
  ...rule,
  /** The site whose sign-ups it concerns; null for all sites. */
  site: nullable(Type.String()),
  ended: Type.Boolean(),
  created_at: instant,
  by: object({ id, name: nullable(Type.String()) }),
  /** Sign-ups of the last 30 days that the rule applied to. Of `proof_of_work`: those that were asked for a proof. */
  hits: count,
  /** Of `hits`, those that showed a proof. */
  solved: count,
});

export type SignUpRule = Static<typeof signUpRule>;

const safety = { access: 'operator', roles: ['moderator'] } as const;
const ruleBody = object({ id: uuid, ...rule, site: nullable(text(253, 1)) });

export const signUpRuleCalls = {
  signUpRules: {
    method: 'GET',
    path: '/api/admin/sign-up-rules',
    scope: 'listed',
    ...safety,
    reads: true,
    summary: 'Rules for sign-ups, those in force first, with their hits of 30 days',
    audit: { act: 'sign_up_rule.list' },
    status: 200,
    reply: object({
      rules: list(signUpRule),
      sites: list(siteChoice),
      /** False if no database of network operators is configured, so that rules by ASN never apply. */
      knows_asn: Type.Boolean(),
    }),
  },
  addSignUpRule: {
    method: 'POST',
    path: '/api/admin/sign-up-rules',
    scope: [{ of: 'site', at: 'body.site' }],
    ...safety,
    stepUp: true,
    summary: 'Add a rule for sign-ups; repeatable by its id',
    audit: { act: 'sign_up_rule.add', object: 'body.id' },
    body: ruleBody,
    status: 201,
    reply: ok,
  },
  changeSignUpRule: {
    method: 'PUT',
    path: '/api/admin/sign-up-rules',
    scope: [{ of: 'sign_up_rule', at: 'body.id' }],
    ...safety,
    stepUp: true,
    summary: 'Change what a rule does, its note and its last day, or put back one that was removed',
    audit: { act: 'sign_up_rule.change', object: 'body.id' },
    body: object({ id: uuid, effect: rule.effect, note: rule.note, until: rule.until }),
    status: 200,
    reply: ok,
  },
  removeSignUpRule: {
    method: 'DELETE',
    path: '/api/admin/sign-up-rules',
    scope: [{ of: 'sign_up_rule', at: 'body.id' }],
    ...safety,
    stepUp: true,
    summary: 'Remove a rule; accounts that it holds stay held',
    audit: { act: 'sign_up_rule.remove', object: 'body.id' },
    body: object({ id: uuid }),
    status: 200,
    reply: ok,
  },
} as const satisfies Record<string, Call>;
