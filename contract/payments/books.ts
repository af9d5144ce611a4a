import { type Static, Type } from 'typebox';
import type { Call } from '../call.ts';
import { gatewayNames } from '../lists/gateways.ts';
import { count, id, list, money, nullable, object, oneOf, text, uuid } from '../schema.ts';

const revenueLine = object({
  company: object({ id, name: Type.String() }),
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

/** How the members' credits changed within a month. `outstanding` credits are a liability of the company. */
const creditFigures = object({
  before: Type.Integer(),
  sold: Type.Integer(),
  given: Type.Integer(),
  used: Type.Integer(),
  /** Returned to members for services not delivered. */
  returned: Type.Integer(),
  taken_back: Type.Integer(),
  /** Debt from chargebacks of spent credits, less repayments. */
  lent: Type.Integer(),
  lapsed: Type.Integer(),
  outstanding: Type.Integer(),
});

export const books = object({ month: Type.String(), revenue: list(revenueLine), credits: creditFigures });

export type Books = Static<typeof books>;

const month = Type.String({ pattern: '^20\\d\\d-(0[1-9]|1[0-2])$', description: '2026-11' });

const settlementDifference = object({
  kind: oneOf(['unknown', 'amount', 'currency', 'not_paid', 'refund', 'missing']),
  reference: Type.String(),
  payment_id: nullable(uuid),
  file: nullable(money),
  booked: nullable(money),
});

export const settlement = object({
  rows: count,
  payments: count,
  agreed: count,
  /** The file's column that was read for each meaning, such as the amount. */
  columns: Type.Record(Type.String(), Type.String()),
  differences: list(settlementDifference),
  more: count,
});

export type Settlement = Static<typeof settlement>;

/** What the office exports about a month; `receipts` has a line for each receipt and credit note. */
export const booksFiles = ['revenue', 'receipts', 'credits'] as const;
export type BooksFile = (typeof booksFiles)[number];

const finance = { access: 'operator', roles: ['finance'] } as const;

export const booksCalls = {
  adminBooks: {
    method: 'GET',
    path: '/api/admin/books',
    scope: 'listed',
    bySite: true,
    ...finance,
    reads: true,
    summary: 'Revenue and VAT by company and country, and changes of credits, of a month',
    audit: { act: 'books.look', object: 'query.month' },
    query: Type.Object({ month }),
    status: 200,
    reply: books,
  },
  adminBooksFile: {
    method: 'GET',
    path: '/api/admin/books-file',
    scope: 'listed',
    bySite: true,
    ...finance,
    reads: true,
    stepUp: true,
    summary: 'Books of a month as CSV',
    audit: { act: 'books.file', object: 'query.month', isExport: true, details: ['query.part'] },
    query: Type.Object({ month, part: oneOf(booksFiles) }),
    streams: true,
    status: 200,
    reply: Type.Any(),
  },
  adminSettlement: {
    method: 'POST',
    path: '/api/admin/settlement',
    scope: 'installation',
    ...finance,
    summary: "Match a gateway's settlement file against payments",
    audit: { act: 'settlement.match', object: 'body.gateway' },
    body: object({ gateway: oneOf(gatewayNames), csv: text(900_000, 1) }),
    status: 200,
    reply: settlement,
  },
} as const satisfies Record<string, Call>;
