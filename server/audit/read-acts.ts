import { sql } from 'kysely';
import type { AuditLine } from '#contract/office/audit.ts';
import type { Sites } from '#contract/rules/site-scope-rules.ts';
import type { Db } from '../platform/database/index.ts';
import { nextPage } from '../platform/database/next-page.ts';
import { readCursor, writeCursor } from '../platform/http/cursor.ts';
import { siteInSites } from '../site-scope/index.ts';

const PAGE = 50;
const LIST = 'audit log';
const MOST_LINES = 200_000;

export interface AuditSearch {
  operator?: number;
  member?: number;
  act?: string;
  from?: string;
  to?: string;
  /** The sites of the reader: entries without a site are for readers of all sites. */
  sites: Sites;
}

interface Row {
  id: number;
  created_at: Date;
  operator_id: number;
  operator_name: string | null;
  action: string;
  member_id: number | null;
  member_name: string | null;
  object: string | null;
  details: unknown;
  site: string | null;
}

const select = (
  { operator, member, act, from, to, sites }: AuditSearch,
  before: number,
  limit: number,
) => sql<Row>`
  select a.id, a.created_at, a.operator_id, o.name as operator_name, a.action, a.member_id, p.name as member_name, a.object, a.details, a.site
  from audit_log a left join profiles o on o.id = a.operator_id left join profiles p on p.id = a.member_id
  where a.id < ${before} and ${siteInSites(sites, sql`a.site`)}
    and ${operator === undefined ? sql`true` : sql`a.operator_id = ${operator}`}
    and ${member === undefined ? sql`true` : sql`a.member_id = ${member}`}
    and ${act ? sql`a.action ~>=~ ${act} and a.action ~<~ ${`${act}\u{10ffff}`}` : sql`true`}
    and ${from ? sql`a.created_at >= ${from}::date` : sql`true`}
    and ${to ? sql`a.created_at < ${to}::date + 1` : sql`true`}
  order by a.id desc limit ${limit}`;

export async function auditLines(
  db: Db,
  { cursor, ...search }: AuditSearch & { cursor?: string },
): Promise<{ lines: AuditLine[]; next: string | null }> {
  const [before = Number.MAX_SAFE_INTEGER] = readCursor(LIST, cursor, 1) ?? [];
  const { rows } = await select(search, before, PAGE + 1).execute(db);
  const page = rows.slice(0, PAGE);
  return {
    lines: page.map((row) => ({
      id: row.id,
      at: row.created_at.toISOString(),
      operator: { id: row.operator_id, name: row.operator_name },
      act: row.action,
      member: row.member_id === null ? null : { id: row.member_id, name: row.member_name },
      object: row.object,
      site: row.site,
      details: JSON.stringify(row.details),
    })),
    next: nextPage(rows, PAGE, (last) => writeCursor(LIST, [last.id])),
  };
}

export async function* auditRows(db: Db, search: AuditSearch): AsyncGenerator<string[]> {
  let before = Number.MAX_SAFE_INTEGER;
  for (let count = 0; count < MOST_LINES;) {
    const { rows } = await select(search, before, 1000).execute(db);
    // The header follows the first query, so that a search that the database rejects still gets an error
    // response.
    if (count === 0)
      yield [
        'id',
        'at',
        'operator',
        'operator_name',
        'act',
        'member',
        'member_name',
        'object',
        'details',
        'site',
      ];
    for (const row of rows) {
      yield [
        String(row.id),
        row.created_at.toISOString(),
        String(row.operator_id),
        row.operator_name ?? '',
        row.action,
        row.member_id === null ? '' : String(row.member_id),
        row.member_name ?? '',
        row.object ?? '',
        JSON.stringify(row.details),
        row.site ?? '',
      ];
    }
    const last = rows.at(-1);
    if (!last || rows.length < 1000) return;
    before = last.id;
    count += rows.length;
  }
}
