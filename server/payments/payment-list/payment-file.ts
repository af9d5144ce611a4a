import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { columnsOf } from '#contract/office/list-columns.ts';
import {
  type ListedPayment,
  type PaymentListColumn,
  paymentListColumns,
} from '#contract/payments/payment-list.ts';
import type { Sites } from '#contract/rules/site-scope-rules.ts';
import type { Db } from '../../platform/database/index.ts';
import { paymentsForFile } from './list-payments.ts';
import type { PaymentSearch } from './payment-conditions.ts';

/** The columns of each column of the list in the file. An amount has its currency beside it. */
const columnsInFile: Record<PaymentListColumn, Record<string, (payment: ListedPayment) => string>> = {
  amount: { amount: ({ amount }) => amount.amount, currency: ({ amount }) => amount.currency },
  status: { status: ({ status, reversed }) => reversed ?? status },
  member: { member: ({ member }) => String(member), name: ({ name }) => name ?? '' },
  email: { email: ({ email }) => email ?? '' },
  date: { date: ({ created_at }) => created_at },
  method: { method: ({ method }) => method },
  gateway: { gateway: ({ gateway }) => gateway },
  country: { country: ({ country }) => country },
  code: { code: ({ code }) => code ?? '' },
  credits: { credits: ({ credits }) => String(credits) },
  refunded: { refunded: ({ refunded }) => refunded.amount },
  id: { id: ({ payment_id: id }) => id },
};

/** The file of the list: the chosen columns of exactly the rows that the filtered list shows. */
export const paymentFile = (
  db: Db,
  sites: Sites,
  query: PaymentSearch & { columns?: string },
): NodeJS.ReadableStream =>
  // Cells that a spreadsheet would run as a formula get an apostrophe as prefix.
  pipeline(Readable.from(lines(db, sites, query)), stringify({ escape_formulas: true }), () => {});

async function* lines(
  db: Db,
  sites: Sites,
  { columns, ...search }: PaymentSearch & { columns?: string },
): AsyncGenerator<string[]> {
  const chosen = columnsOf(paymentListColumns, paymentListColumns, columns).map(
    (column) => columnsInFile[column],
  );
  let isFirst = true;
  for await (const payments of paymentsForFile(db, sites, search)) {
    // The header follows the first query, so that a search that the database rejects still gets an error
    // response.
    if (isFirst) yield chosen.flatMap((column) => Object.keys(column));
    isFirst = false;
    for (const payment of payments)
      yield chosen.flatMap((column) => Object.values(column).map((value) => value(payment)));
  }
}
