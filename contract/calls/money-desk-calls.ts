import { Type, type Static } from 'typebox';
import { countryCodes } from '../lists/countries.ts';
import { paymentMethods } from '../enums.ts';
import type { Call } from '../call.ts';
import { count, day, id, list, money, nullable, object, ok, oneOf, optional, text, uuid } from '../schema.ts';

/** What is sold: packages with their prices, methods with their costs, VAT. */
export const catalogue = object({
  packages: list(object({ id, credits: count, active: Type.Boolean(), recommended: Type.Boolean(), prices: list(money) })),
  methods: list(object({ country: oneOf(countryCodes), methods: list(object({ id: oneOf(paymentMethods), active: Type.Boolean(), costs: list(money) })) })),
  vat: list(object({ country: oneOf(countryCodes), percentage: Type.Number(), valid_from: day })),
});
export type Catalogue = Static<typeof catalogue>;

/** What receipts and credit notes of a month say, by country, currency and rate. */
const revenueLine = object({
  country: Type.String(),
  currency: Type.String(),
  vat_percentage: Type.Number(),
  orders: count,
  gross: money,
  vat: money,
  refunds: count,
  refunded: money,
  refunded_vat: money,
});

/** What a month did to the credits that members hold. The outstanding ones are what the house owes. */
const creditFigures = object({
  /** Held at the beginning of the month. */
  before: Type.Integer(),
  sold: Type.Integer(),
  given: Type.Integer(),
  used: Type.Integer(),
  /** Given back to members for what was not delivered. */
  returned: Type.Integer(),
  /** Taken back with refunds of orders and by chargebacks. */
  taken_back: Type.Integer(),
  /** Lent after a chargeback of used credits, less what was paid back. */
  lent: Type.Integer(),
  /** Of accounts that were erased since. */
  lapsed: Type.Integer(),
  outstanding: Type.Integer(),
});

export const books = object({ month: Type.String(), revenue: list(revenueLine), credits: creditFigures });
export type Books = Static<typeof books>;

const month = Type.String({ pattern: '^20\\d\\d-(0[1-9]|1[0-2])$', description: '2026-11' });

/** Where a settlement file of a gateway and our payments do not agree. */
const settlementDifference = object({
  kind: oneOf(['unknown', 'amount', 'currency', 'not_paid', 'refund', 'missing']),
  reference: Type.String(),
  payment_id: nullable(uuid),
  /** What the file says and what is booked here. */
  file: nullable(money),
  booked: nullable(money),
});

export const settlement = object({
  rows: count,
  payments: count,
  agreed: count,
  /** The file's columns that were read, by what they mean. */
  columns: Type.Record(Type.String(), Type.String()),
  differences: list(settlementDifference),
  /** More differences than are listed. */
  more: count,
});
export type Settlement = Static<typeof settlement>;

const finance = { access: 'operator', roles: ['finance'] } as const;

/** What operators set about money, and the books. */
export const moneyDeskCalls = {
  adminCatalogue: {
    method: 'GET',
    path: '/api/admin/catalogue.php',
    ...finance,
    summary: 'Packages with their prices, methods with their costs, VAT rates',
    audit: { act: 'catalogue.look' },
    status: 200,
    reply: catalogue,
  },
  adminPackage: {
    method: 'POST',
    path: '/api/admin/package.php',
    ...finance,
    summary: 'Change a package, or make one by its number of credits',
    audit: { act: 'package.change', object: 'body.id' },
    body: object({
      id: optional(id),
      credits: Type.Integer({ minimum: 1, maximum: 100_000 }),
      active: Type.Boolean(),
      recommended: Type.Boolean(),
      prices: list(money, { maxItems: 40 }),
    }),
    status: 200,
    reply: object({ ok: Type.Literal(true), id }),
  },
  adminMethods: {
    method: 'POST',
    path: '/api/admin/methods.php',
    ...finance,
    summary: 'The methods of a country, whole and in their order',
    audit: { act: 'methods.change', object: 'body.country' },
    body: object({
      country: oneOf(countryCodes),
      methods: list(object({ id: oneOf(paymentMethods), active: Type.Boolean(), costs: list(money, { maxItems: 5 }) }), { maxItems: 40 }),
    }),
    status: 200,
    reply: ok,
  },
  adminVat: {
    method: 'POST',
    path: '/api/admin/vat.php',
    ...finance,
    summary: 'A rate of VAT from a day on',
    audit: { act: 'vat.change', object: 'body.country' },
    body: object({ country: oneOf(countryCodes), percentage: Type.Number({ minimum: 0, maximum: 50 }), valid_from: day }),
    status: 200,
    reply: ok,
  },
  adminBooks: {
    method: 'GET',
    path: '/api/admin/books.php',
    ...finance,
    summary: 'Revenue and VAT by country, and what became of credits, in a month',
    audit: { act: 'books.look', object: 'query.month' },
    query: Type.Object({ month }),
    status: 200,
    reply: books,
  },
  adminBooksFile: {
    method: 'GET',
    path: '/api/admin/books-file.php',
    ...finance,
    summary: "A month's figures as CSV",
    audit: { act: 'books.file', object: 'query.month' },
    query: Type.Object({ month, part: oneOf(['revenue', 'credits']) }),
    streams: true,
    status: 200,
    reply: Type.Any(),
  },
  adminSettlement: {
    method: 'POST',
    path: '/api/admin/settlement.php',
    ...finance,
    summary: "Match a gateway's settlement file against payments",
    audit: { act: 'settlement.match', object: 'body.gateway' },
    body: object({ gateway: oneOf(['sandbox', 'verotel', 'mollie']), csv: text(900_000, 1) }),
    status: 200,
    reply: settlement,
  },
} as const satisfies Record<string, Call>;
