import { sql, type RawBuilder } from 'kysely';
import type { CallQuery, CallReply } from '#contract/calls.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { SupportBox, SupportStatus } from '#contract/rules/support-rules.ts';
import type { SupportRow } from '#contract/support/inbox.ts';
import { one, type Db } from '../platform/database/index.ts';
import { nextPage } from '../platform/database/next-page.ts';
import type { MemberSession } from '../platform/http/context.ts';
import { readCursor, writeCursor } from '../platform/http/cursor.ts';
import { threadInLanguages, threadInSites } from '../site-scope/index.ts';
import { currentStatus, isOpenThread } from './thread-row.ts';

const PAGE = 50;

export interface InboxRow {
  id: number;
  subject: string;
  name: string | null;
  status: SupportStatus;
  language: Locale;
  assignee: number | null;
  assignee_name: string | null;
  waiting_since: Date;
  updated_at: Date;
}

export const inboxColumns = sql`th.id, th.subject, p.name, ${currentStatus} as status, th.language,
  th.assigned_to as assignee, colleague.name as assignee_name, th.waiting_since, th.updated_at`;

/** Joins of `support_threads th` that `inboxColumns` needs. */
export const inboxJoins = sql`left join profiles p on p.id = th.member_id left join profiles colleague on colleague.id = th.assigned_to`;

export const presentInboxRow = (row: InboxRow): SupportRow => ({
  id: row.id,
  subject: row.subject,
  name: row.name,
  status: row.status,
  language: row.language,
  assigned_to:
    row.assignee === null ? null : { id: row.assignee, name: row.assignee_name ?? String(row.assignee) },
  waiting_since: row.waiting_since.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** GET /api/admin/support: one list of the inbox, 50 threads a page. */
export async function inbox(
  db: Db,
  { memberId: operator, sites, languages }: Pick<MemberSession, 'memberId' | 'sites' | 'languages'>,
  { cursor, box = 'open' }: CallQuery<'adminSupport'>,
): Promise<CallReply<'adminSupport'>> {
  const name = `inbox ${box} of ${operator}`;
  const [at, id] = readCursor(name, cursor, 2) ?? [null, null];
  const { condition, column, isOldestFirst } = boxOf(box, operator);
  const isSeen = sql`${threadInSites(sites)} and ${threadInLanguages(languages, operator)}`;
  const position = sql`(to_timestamp(0) + ${at}::bigint * interval '1 microsecond', ${id}::bigint)`;
  const order = isOldestFirst ? sql`asc` : sql`desc`;
  const [{ rows }, counts] = await Promise.all([
    sql<InboxRow & { at: number }>`
      select ${inboxColumns}, (extract(epoch from ${column}) * 1000000)::bigint as at
      from support_threads th ${inboxJoins}
      where ${condition} and ${isSeen}
        and (${at}::bigint is null or (${column}, th.id) ${isOldestFirst ? sql`>` : sql`<`} ${position})
      order by ${column} ${order}, th.id ${order} limit ${PAGE + 1}`.execute(db),
    one(
      sql<{ open: number; mine: number }>`
        select count(*)::int as open, count(*) filter (where th.assigned_to = ${operator})::int as mine
        from support_threads th where ${isOpenThread} and ${isSeen}`.execute(db),
    ),
  ]);
  return {
    threads: rows.slice(0, PAGE).map(presentInboxRow),
    counts,
    next: nextPage(rows, PAGE, (last) => writeCursor(name, [last.at, last.id])),
  };
}

interface Box {
  condition: RawBuilder<unknown>;
  column: RawBuilder<unknown>;
  isOldestFirst: boolean;
}

function boxOf(box: SupportBox, operator: number): Box {
  const open = { column: sql`th.waiting_since`, isOldestFirst: true };
  const others = { column: sql`th.updated_at`, isOldestFirst: false };
  const boxes: Record<SupportBox, Box> = {
    open: { ...open, condition: isOpenThread },
    mine: { ...open, condition: sql`${isOpenThread} and th.assigned_to = ${operator}` },
    waiting: { ...others, condition: sql`th.status = 'waiting'` },
    snoozed: { ...others, condition: sql`th.status = 'snoozed' and th.snoozed_until > app_now()` },
    closed: { ...others, condition: sql`th.status = 'closed'` },
  };
  return boxes[box];
}
