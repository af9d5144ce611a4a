import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { countryCodes } from '../lists/countries.ts';
import { currencies } from '../lists/currencies.ts';
import { gatewayNames } from '../lists/gateways.ts';
import { paymentMethods } from '../lists/payment-methods.ts';
import { count, day, id, list, money, nullable, object, ok, oneOf, optional } from '../schema.ts';

/** The gateways of a method in a currency, in the order in which they are tried. Others are not tried, unless it is empty. */
const gatewayOrder = object({
  currency: oneOf(currencies),
  order: list(oneOf(gatewayNames), { maxItems: gatewayNames.length }),
});

export const catalogue = object({
  /** The configured gateways, in the order of the product. */
  gateways: list(oneOf(gatewayNames)),
  packages: list(
    object({ id, credits: count, active: Type.Boolean(), recommended: Type.Boolean(), prices: list(money) }),
  ),
  methods: list(
    object({
      country: oneOf(countryCodes),
      methods: list(
        object({
          id: oneOf(paymentMethods),
          active: Type.Boolean(),
          costs: list(money),
          gateways: list(gatewayOrder),
        }),
      ),
    }),
  ),
  vat: list(object({ country: oneOf(countryCodes), percentage: Type.Number(), valid_from: day })),
});

export type Catalogue = Static<typeof catalogue>;

const finance = { access: 'operator', roles: ['finance'] } as const;

export const packageBody = object({
  id: optional(id),
  credits: Type.Integer({ minimum: 1, maximum: 100_000 }),
  active: Type.Boolean(),
  recommended: Type.Boolean(),
  prices: list(money, { maxItems: 40 }),
});

export const catalogueCalls = {
  adminCatalogue: {
    method: 'GET',
    path: '/api/admin/catalogue',
    scope: 'shared',
    ...finance,
    reads: true,
    summary: 'Packages with prices, payment methods with costs, and VAT rates',
    audit: { act: 'catalogue.look' },
    status: 200,
    reply: catalogue,
  },
  adminPackage: {
    method: 'POST',
    path: '/api/admin/package',
    scope: 'installation',
    ...finance,
    summary: 'Change a package, or add one',
    audit: { act: 'package.change', object: 'body.id' },
    body: packageBody,
    status: 200,
    /** `id` is null if the new package waits for a second operator. */
    reply: object({ ok: Type.Literal(true), id: nullable(id), waiting: Type.Boolean() }),
  },
  adminMethods: {
    method: 'POST',
    path: '/api/admin/methods',
    scope: 'installation',
    ...finance,
    summary: 'Replace the payment methods of a country, in display order',
    audit: { act: 'methods.change', object: 'body.country' },
    body: object({
      country: oneOf(countryCodes),
      methods: list(
        object({
          id: oneOf(paymentMethods),
          active: Type.Boolean(),
          costs: list(money, { maxItems: 5 }),
          /** Without it, the order of gateways stays as it is. */
          gateways: optional(list(gatewayOrder, { maxItems: currencies.length })),
        }),
        { maxItems: 40 },
      ),
    }),
    status: 200,
    reply: ok,
  },
  adminVat: {
    method: 'POST',
    path: '/api/admin/vat',
    scope: 'installation',
    ...finance,
    summary: 'Set the VAT rate that applies from a given day',
    audit: { act: 'vat.change', object: 'body.country' },
    body: object({
      country: oneOf(countryCodes),
      percentage: Type.Number({ minimum: 0, maximum: 50 }),
      valid_from: day,
    }),
    status: 200,
    reply: ok,
  },
} as const satisfies Record<string, Call>;
