import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import type { ListedPayment } from '#contract/payments/payment-list.ts';
import type { Sites } from '#contract/rules/site-scope-rules.ts';
import { isUuid } from '#contract/schema.ts';
import { filePages } from '../../platform/database/file-pages.ts';
import type { Db } from '../../platform/database/index.ts';
import { nextPage } from '../../platform/database/next-page.ts';
import { joinedPayments, paymentColumns, type PaymentRow, presentPayment } from '../operator-payments.ts';
import { paymentConditions, type PaymentSearch, wordsOf } from './payment-conditions.ts';
import { tasksOf } from './waiting-refunds.ts';

const PAGE = 30;
const MOST_LINES = 200_000;

/** GET /api/admin/payments: a page of the filtered list. Ids of payments grow with time. */
export async function listPayments(
  db: Db,
  sites: Sites,
  { cursor, ...search }: PaymentSearch & { cursor?: string },
): Promise<CallReply<'adminPayments'>> {
  const after = cursor && isUuid(cursor) ? cursor : null;
  const { sort: _sort, find, ...filters } = search;
  const isPlain = wordsOf(find) === '' && Object.keys(filters).length === 0 && after === null;
  const [rows, tasks] = await Promise.all([
    rowsAfter(db, { sites, search, after, limit: PAGE + 1 }),
    isPlain ? tasksOf(db, sites) : { tasks: [], unmatched: [] },
  ]);
  return {
    payments: rows.slice(0, PAGE).map(present),
    ...tasks,
    next: nextPage(rows, PAGE, (last) => last.id),
  };
}

/** All payments of the filtered list, up to `MOST_LINES`, read page by page. */
export async function* paymentsForFile(
  db: Db,
  sites: Sites,
  search: PaymentSearch,
): AsyncGenerator<ListedPayment[]> {
  const pages = filePages<PaymentRow>(MOST_LINES, (last, limit) =>
    rowsAfter(db, { sites, search, after: last?.id ?? null, limit }),
  );
  for await (const rows of pages) yield rows.map(present);
}

interface Wanted {
  sites: Sites;
  search: PaymentSearch;
  after: string | null;
  limit: number;
}

async function rowsAfter(db: Db, { sites, search, after, limit }: Wanted): Promise<PaymentRow[]> {
  const isOldest = search.sort === 'oldest';
  const beyond =
    after === null ? sql`true` : isOldest ? sql`p.id > ${after}::uuid` : sql`p.id < ${after}::uuid`;
  const { rows } = await sql<PaymentRow>`
    select ${paymentColumns} from ${joinedPayments} where ${paymentConditions(sites, search)} and ${beyond}
    order by ${isOldest ? sql`p.id` : sql`p.id desc`} limit ${limit}`.execute(db);
  return rows;
}

const present = (row: PaymentRow): ListedPayment => ({
  ...presentPayment(row),
  country: row.country,
  code: row.discount_code,
});
