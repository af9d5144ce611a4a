import { sql, type RawBuilder } from 'kysely';
import type { ComplaintCategory, ComplaintOutcome } from '#contract/lists/complaints.ts';
import type { ListedComplaint } from '#contract/moderation/complaint-list.ts';
import { filePages } from '../../platform/database/file-pages.ts';
import type { Db } from '../../platform/database/index.ts';
import { nextPage } from '../../platform/database/next-page.ts';
import { readCursor, writeCursor } from '../../platform/http/cursor.ts';
import { sitesOfComplaint } from '../../site-scope/index.ts';
import { stateOf } from '../complaints-of.ts';
import { isClaimed, isUndecided } from './complaint-claim.ts';
import { type Caller, complaintConditions, type ComplaintSearch } from './complaint-conditions.ts';

const PAGE = 30;
const MOST_LINES = 200_000;

interface Row {
  id: number;
  category: ComplaintCategory;
  status: string;
  priority: number;
  member: number | null;
  name: string | null;
  sites: string[] | null;
  created_at: Date;
  claimed_by: string | null;
  outcome: ComplaintOutcome | null;
  decided_at: Date | null;
  decided_by: string | null;
}

/** The last row of a page. */
type Position = readonly [priority: number, id: number];

/** GET /api/admin/complaint-list: a page of the filtered list. */
export async function listComplaints(
  db: Db,
  caller: Caller,
  { cursor, ...search }: ComplaintSearch & { cursor?: string },
): Promise<{ complaints: ListedComplaint[]; next: string | null }> {
  const list = `complaints ${JSON.stringify(Object.entries(search).toSorted())}`;
  const rows = await rowsAfter(db, { caller, search, after: readCursor(list, cursor, 2), limit: PAGE + 1 });
  return {
    complaints: rows.slice(0, PAGE).map(present),
    next: nextPage(rows, PAGE, ({ priority, id }) => writeCursor(list, [priority, id])),
  };
}

/** All complaints of the filtered list, up to `MOST_LINES`, read page by page. */
export async function* complaintsForFile(
  db: Db,
  caller: Caller,
  search: ComplaintSearch,
): AsyncGenerator<ListedComplaint[]> {
  const pages = filePages<Row>(MOST_LINES, (last, limit) =>
    rowsAfter(db, { caller, search, after: last && [last.priority, last.id], limit }),
  );
  for await (const rows of pages) yield rows.map(present);
}

interface Wanted {
  caller: Caller;
  search: ComplaintSearch;
  after: Position | null;
  limit: number;
}

interface Order {
  beyond: (position: Position) => RawBuilder<unknown>;
  by: RawBuilder<unknown>;
}

const orders: Record<NonNullable<ComplaintSearch['sort']>, Order> = {
  newest: { beyond: ([, id]) => sql`c.id < ${id}`, by: sql`c.id desc` },
  oldest: { beyond: ([, id]) => sql`c.id > ${id}`, by: sql`c.id` },
  // The order of the review queue.
  priority: {
    beyond: ([priority, id]) => sql`(c.priority, c.id) > (${priority}, ${id})`,
    by: sql`c.priority, c.id`,
  },
};

async function rowsAfter(db: Db, { caller, search, after, limit }: Wanted): Promise<Row[]> {
  const { beyond, by } = orders[search.sort ?? 'newest'];
  const { rows } = await sql<Row>`
    select c.id, c.category, c.status, c.priority, c.profile_id as member, about.name, ${sitesOfComplaint} as sites,
      c.created_at, claimer.name as claimed_by, c.outcome, c.decided_at, decider.name as decided_by
    from complaints c
      left join profiles about on about.id = c.profile_id
      left join profiles claimer on claimer.id = c.taken_by and ${isClaimed} and ${isUndecided}
      left join profiles decider on decider.id = c.decided_by and c.decided_at is not null
    where ${complaintConditions(caller, search)} and ${after === null ? sql`true` : beyond(after)}
    order by ${by} limit ${limit}`.execute(db);
  return rows;
}

const present = ({ sites, status, created_at, decided_at, ...row }: Row): ListedComplaint => ({
  ...row,
  status: stateOf(status),
  site: sites?.[0] ?? null,
  created_at: created_at.toISOString(),
  decided_at: decided_at?.toISOString() ?? null,
});
