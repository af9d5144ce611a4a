import { sql, type RawBuilder } from 'kysely';
import type { PhotoFlag } from '#contract/photos/photo-calls.ts';
import type { ListedPhoto } from '#contract/photos/photo-list.ts';
import type { PhotoStatus } from '#contract/photos/photo.ts';
import { filePages } from '../../platform/database/file-pages.ts';
import type { Db } from '../../platform/database/index.ts';
import { nextPage } from '../../platform/database/next-page.ts';
import { readCursor, writeCursor } from '../../platform/http/cursor.ts';
import type { PhotoAddresses } from '../addresses.ts';
import { isOnRequest } from '../rules.ts';
import { type Caller, photoConditions, type PhotoSearch } from './photo-conditions.ts';

const PAGE = 30;
const MOST_LINES = 200_000;

interface Row {
  id: number;
  member: number;
  name: string;
  sites: string[] | null;
  status: PhotoStatus;
  private: boolean;
  on_request: boolean;
  flags: PhotoFlag[];
  reason: string | null;
  created_at: Date;
  decided_at: Date | null;
  /** `decided_at` in microseconds since 1970; 0 without a decision. */
  decided_us: number;
  decided_by: string | null;
}

/** The last row of a page. */
type Position = readonly [decidedUs: number, id: number];

/** GET /api/admin/photo-list: a page of the filtered list. */
export async function listPhotos(
  db: Db,
  addresses: PhotoAddresses,
  caller: Caller,
  { cursor, ...search }: PhotoSearch & { cursor?: string },
): Promise<{ photos: ListedPhoto[]; next: string | null }> {
  const list = `photos ${JSON.stringify(Object.entries(search).toSorted())}`;
  const rows = await rowsAfter(db, { caller, search, after: readCursor(list, cursor, 2), limit: PAGE + 1 });
  return {
    photos: rows.slice(0, PAGE).map((row) => present(row, addresses)),
    next: nextPage(rows, PAGE, ({ decided_us, id }) => writeCursor(list, [decided_us, id])),
  };
}

/** All photos of the filtered list, up to `MOST_LINES`, read page by page. */
export async function* photosForFile(
  db: Db,
  addresses: PhotoAddresses,
  caller: Caller,
  search: PhotoSearch,
): AsyncGenerator<ListedPhoto[]> {
  const pages = filePages<Row>(MOST_LINES, (last, limit) =>
    rowsAfter(db, { caller, search, after: last && [last.decided_us, last.id], limit }),
  );
  for await (const rows of pages) yield rows.map((row) => present(row, addresses));
}

interface Wanted {
  caller: Caller;
  search: PhotoSearch;
  after: Position | null;
  limit: number;
}

interface Order {
  beyond: (position: Position | null) => RawBuilder<unknown>;
  by: RawBuilder<unknown>;
}

const orders: Record<NonNullable<PhotoSearch['sort']>, Order> = {
  newest: { beyond: (last) => (last ? sql`ph.id < ${last[1]}` : sql`true`), by: sql`ph.id desc` },
  oldest: { beyond: (last) => (last ? sql`ph.id > ${last[1]}` : sql`true`), by: sql`ph.id` },
  // Only photos that somebody has decided.
  decided: {
    beyond: (last) =>
      last
        ? sql`(ph.decided_at, ph.id) < (timestamptz 'epoch' + ${last[0]} * interval '1 microsecond', ${last[1]})`
        : sql`ph.decided_at is not null`,
    by: sql`ph.decided_at desc, ph.id desc`,
  },
};

async function rowsAfter(db: Db, { caller, search, after, limit }: Wanted): Promise<Row[]> {
  const { beyond, by } = orders[search.sort ?? 'newest'];
  const { rows } = await sql<Row>`
    select ph.id, ph.member_id as member, owner.name, sites_of_member(ph.member_id) as sites, ph.status, ph.private, ph.on_request,
      ph.flags, ph.refusal_reason as reason, ph.created_at, ph.decided_at,
      coalesce(extract(epoch from ph.decided_at) * 1000000, 0)::bigint as decided_us, decider.name as decided_by
    from photos ph
      join profiles owner on owner.id = ph.member_id
      left join profiles decider on decider.id = ph.decided_by
    where ${photoConditions(caller, search)} and ${beyond(after)}
    order by ${by} limit ${limit}`.execute(db);
  return rows;
}

const present = (row: Row, addresses: PhotoAddresses): ListedPhoto => ({
  id: row.id,
  member: row.member,
  name: row.name,
  site: row.sites?.[0] ?? null,
  thumb_filename: row.reason === 'minor' ? null : addresses.address(row.id, '480'),
  status: row.status,
  audience: isOnRequest(row) ? 'on_request' : row.private ? 'private' : 'public',
  flags: row.flags,
  reason: row.reason,
  created_at: row.created_at.toISOString(),
  decided_at: row.decided_at?.toISOString() ?? null,
  decided_by: row.decided_by,
});
