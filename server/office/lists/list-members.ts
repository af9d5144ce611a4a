import { sql, type RawBuilder } from 'kysely';
import { type ListedMember, type MemberRisk, memberRisks } from '#contract/office/member-list.ts';
import { filePages } from '../../platform/database/file-pages.ts';
import type { Db } from '../../platform/database/index.ts';
import { nextPage } from '../../platform/database/next-page.ts';
import { readCursor, writeCursor } from '../../platform/http/cursor.ts';
import { memberColumns, presentMember, type MemberRow } from '../present-member.ts';
import { type Caller, memberConditions, type MemberSearch, risky, wordsOf } from './member-conditions.ts';

const PAGE = 30;
const MOST_LINES = 100_000;

interface Row extends MemberRow {
  site: string;
  verified: boolean | null;
  credits: number;
  source: string | null;
  last_seen: Date | null;
  /** `last_seen` in microseconds since 1970; 0 for never. */
  seen_us: number;
  risks: MemberRisk[];
}

/** The last row of a page: its `seen_us` and id. */
type Position = readonly [seenUs: number, id: number];

const columns = sql`${memberColumns}, site_of_host(m.host) as site, p.verified, m.credits, m.tracking ->> 'network' as source,
  pr.last_active as last_seen, coalesce(extract(epoch from pr.last_active) * 1000000, 0)::bigint as seen_us,
  array_remove(array[${sql.join(memberRisks.map((risk) => sql`case when ${risky[risk](sql`m.id`)} then ${risk}::text end`))}], null) as risks`;

/** GET /api/admin/members: a page of the filtered list. */
export async function listMembers(
  db: Db,
  caller: Caller,
  { cursor, ...search }: MemberSearch & { cursor?: string },
): Promise<{ members: ListedMember[]; next: string | null }> {
  const find = wordsOf(search.find).toLowerCase();
  const list = `members ${JSON.stringify(Object.entries({ ...search, find }).toSorted())}`;
  const after = readCursor(list, cursor, 2);
  const rows = await rowsAfter(db, { caller, search, after, limit: PAGE + 1 });
  return {
    members: rows.slice(0, PAGE).map(present),
    next: nextPage(rows, PAGE, ({ seen_us, id }) => writeCursor(list, [seen_us, id])),
  };
}

/** All members of the filtered list, up to `MOST_LINES`, read page by page. */
export async function* membersForFile(
  db: Db,
  caller: Caller,
  search: MemberSearch,
): AsyncGenerator<ListedMember[]> {
  const pages = filePages<Row>(MOST_LINES, (last, limit) =>
    rowsAfter(db, { caller, search, after: last && [last.seen_us, last.id], limit }),
  );
  for await (const rows of pages) yield rows.map(present);
}

interface Wanted {
  caller: Caller;
  search: MemberSearch;
  after: Position | null;
  limit: number;
}

async function rowsAfter(db: Db, { caller, search, after, limit }: Wanted): Promise<Row[]> {
  const where = memberConditions(caller, search);
  const [seenUs, id] = after ?? [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
  const select = async (from: RawBuilder<unknown>, order: RawBuilder<unknown>, most: number) =>
    (
      await sql<Row>`select ${columns} from members m left join profiles p on p.id = m.id left join presence pr on pr.member_id = m.id
        where ${where} and ${from} order by ${order} limit ${most}`.execute(db)
    ).rows;
  if (search.sort === 'oldest') return select(sql`m.id > ${after ? id : 0}`, sql`m.id`, limit);
  if (search.sort !== 'seen') return select(sql`m.id < ${id}`, sql`m.id desc`, limit);
  // Members who have never been seen come last, so that the order of the others can come from the index.
  const before = sql`timestamptz 'epoch' + ${seenUs} * interval '1 microsecond'`;
  const seen =
    seenUs === 0
      ? []
      : await select(
          after ? sql`(pr.last_active, pr.member_id) < (${before}, ${id})` : sql`pr.member_id is not null`,
          sql`pr.last_active desc, pr.member_id desc`,
          limit,
        );
  if (seen.length === limit) return seen;
  const rest = await select(
    sql`pr.member_id is null and m.id < ${seenUs === 0 ? id : Number.MAX_SAFE_INTEGER}`,
    sql`m.id desc`,
    limit - seen.length,
  );
  return [...seen, ...rest];
}

const present = (row: Row): ListedMember => ({
  ...presentMember(row),
  site: row.site,
  verified: row.verified === true,
  credits: row.credits,
  source: row.source,
  last_seen: row.last_seen?.toISOString() ?? null,
  risks: row.risks,
});
