import { type Static, Type } from 'typebox';
import { type Call, type RateLimit } from '../call.ts';
import { paymentMethods } from '../lists/payment-methods.ts';
import {
  count,
  id,
  instant,
  list,
  money,
  nullable,
  object,
  oneOf,
  optional,
  page,
  text,
  uuid,
} from '../schema.ts';
import { siteChoice } from '../site-settings/sites.ts';

const finance = { access: 'operator', roles: ['finance'] } as const;

/** Limits guesses: discount codes are ordinary words. */
export const codeTries = {
  name: 'discount-code',
  points: 30,
  seconds: 600,
  by: 'address',
} as const satisfies RateLimit;

export const discountCode = object({
  code: Type.String(),
  country: nullable(Type.String()),
  user_id: nullable(id),
  expires: nullable(instant),
  value_percentage: count,
  currency: nullable(Type.String()),
  minimum_order_value: nullable(money),
  status: oneOf(['active', 'used', 'expired', 'disabled']),
  validity: oneOf(['once', 'once-per-user', 'unlimited']),
  expired: Type.Boolean(),
  paymentmethods: nullable(list(oneOf(paymentMethods))),
  seconds_left: optional(nullable(count)),
  /** The sites whose members can use it, null for all; only present in the office. */
  sites: optional(nullable(list(Type.String()))),
  /** Number of paid orders with this code; only present in the office. */
  uses: optional(count),
});

export type DiscountCode = Static<typeof discountCode>;

export const newDiscountCode = object({
  code: text(40),
  value_percentage: count,
  country: optional(nullable(text(2))),
  user_id: optional(nullable(id)),
  expires: optional(nullable(instant)),
  minimum_order_value: optional(nullable(money)),
  currency: optional(nullable(text(3))),
  validity: optional(oneOf(['once', 'once-per-user', 'unlimited'])),
  paymentmethods: optional(nullable(list(oneOf(paymentMethods)))),
  status: optional(oneOf(['active', 'disabled'])),
  /** The sites whose members can use it; without them all of the operator's sites. */
  sites: optional(list(text(253, 1), { maxItems: 50 })),
});

export const discountCalls = {
  adminCodeUses: {
    method: 'GET',
    path: '/api/admin/code-uses',
    scope: [{ of: 'discount_code', at: 'query.code' }],
    ...finance,
    reads: true,
    summary: 'Paid orders that used a discount code, newest first',
    audit: { act: 'discount_code.uses', object: 'query.code' },
    query: Type.Object({ code: text(40, 1), cursor: page.properties.cursor }),
    status: 200,
    reply: object({
      uses: list(
        object({
          payment: uuid,
          member: id,
          name: nullable(Type.String()),
          country: Type.String(),
          amount: money,
          discount: money,
          reversed: nullable(oneOf(['chargeback', 'refund'])),
          at: instant,
        }),
      ),
      next: nullable(Type.String()),
    }),
  },
  adminDiscountCodes: {
    method: 'GET',
    path: '/api/admin/discount-codes',
    scope: 'listed',
    access: 'operator',
    reads: true,
    summary: 'Discount codes, newest first',
    roles: ['finance'],
    audit: { act: 'discount_code.list' },
    query: page,
    status: 200,
    reply: object({ codes: list(discountCode), sites: list(siteChoice), next: nullable(Type.String()) }),
  },
  adminDiscountCode: {
    method: 'POST',
    path: '/api/admin/discount-codes',
    scope: [
      { of: 'discount_code', at: 'body.code' },
      { of: 'member', at: 'body.user_id', absent: 'anything' },
      { of: 'site', at: 'body.sites', absent: 'anything' },
    ],
    access: 'operator',
    summary: 'Create a discount code, or switch one on or off',
    roles: ['finance'],
    audit: { act: 'discount_code.change', member: 'body.user_id', object: 'body.code' },
    body: newDiscountCode,
    status: 200,
    reply: discountCode,
  },
  discountCode: {
    method: 'GET',
    path: '/api/discountcode.php',
    access: 'public',
    summary: 'A discount code, or the active welcome discount',
    changesState: true,
    limits: [{ ...codeTries, field: 'code' }],
    query: Type.Object({ code: optional(text(60)), welcome: optional(text(10)) }),
    status: 200,
    reply: discountCode,
  },
  retentionOffer: {
    method: 'POST',
    path: '/api/retention-offer.php',
    access: 'member',
    summary: 'The discount offered to a member who is about to delete the account, if there is one',
    body: object({}),
    status: 200,
    reply: object({ offer: nullable(discountCode) }),
  },
} as const satisfies Record<string, Call>;
