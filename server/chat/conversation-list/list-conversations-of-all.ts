import { sql, type RawBuilder } from 'kysely';
import type {
  conversationKinds,
  conversationStates,
  ListedConversation,
} from '#contract/chat/conversation-list.ts';
import { filePages } from '../../platform/database/file-pages.ts';
import type { Db } from '../../platform/database/index.ts';
import { nextPage } from '../../platform/database/next-page.ts';
import { readCursor, writeCursor } from '../../platform/http/cursor.ts';
import { type Caller, conversationConditions, type ConversationSearch } from './conversation-conditions.ts';

const PAGE = 30;
const MOST_LINES = 200_000;

interface Row {
  id: number;
  member_id: number;
  member_name: string;
  other_id: number;
  other_name: string;
  kind: (typeof conversationKinds)[number];
  state: (typeof conversationStates)[number];
  messages: number;
  complaint: number | null;
  sites: string[] | null;
  created_at: Date;
  last_message_at: Date;
}

/** GET /api/admin/conversation-list: a page of the filtered list. */
export async function listConversationsOfAll(
  db: Db,
  caller: Caller,
  { cursor, ...search }: ConversationSearch & { cursor?: string },
): Promise<{ conversations: ListedConversation[]; next: string | null }> {
  const list = `conversations ${JSON.stringify(Object.entries(search).toSorted())}`;
  const [after] = readCursor(list, cursor, 1) ?? [null];
  const rows = await rowsAfter(db, { caller, search, after, limit: PAGE + 1 });
  return {
    conversations: rows.slice(0, PAGE).map(present),
    next: nextPage(rows, PAGE, ({ id }) => writeCursor(list, [id])),
  };
}

/** All conversations of the filtered list, up to `MOST_LINES`, read page by page. */
export async function* conversationsForFile(
  db: Db,
  caller: Caller,
  search: ConversationSearch,
): AsyncGenerator<ListedConversation[]> {
  const pages = filePages<Row>(MOST_LINES, (last, limit) =>
    rowsAfter(db, { caller, search, after: last && last.id, limit }),
  );
  for await (const rows of pages) yield rows.map(present);
}

interface Wanted {
  caller: Caller;
  search: ConversationSearch;
  after: number | null;
  limit: number;
}

interface Order {
  beyond: (id: number) => RawBuilder<unknown>;
  by: RawBuilder<unknown>;
}

const orders: Record<NonNullable<ConversationSearch['sort']>, Order> = {
  newest: { beyond: (id) => sql`c.id < ${id}`, by: sql`c.id desc` },
  oldest: { beyond: (id) => sql`c.id > ${id}`, by: sql`c.id` },
};

/**
 * The real member comes first. What each side sent is read after the page is cut, because the sides are on other nodes of
 * a cluster.
 */
async function rowsAfter(db: Db, { caller, search, after, limit }: Wanted): Promise<Row[]> {
  const { beyond, by } = orders[search.sort ?? 'newest'];
  const { rows } = await sql<Row>`
    with c as materialized (
      select c.*, low.kind = 'fictional' as low_is_fictional,
        low.kind = 'fictional' or high.kind = 'fictional' as with_fictional, low.name as low_name, high.name as high_name
      from conversations c join profiles low on low.id = c.member_low join profiles high on high.id = c.member_high
      where ${conversationConditions(caller, search)} and ${after === null ? sql`true` : beyond(after)}
      order by ${by} limit ${limit}
    )
    select c.id,
      case when low_is_fictional then member_high else member_low end as member_id,
      case when low_is_fictional then high_name else low_name end as member_name,
      case when low_is_fictional then member_low else member_high end as other_id,
      case when low_is_fictional then low_name else high_name end as other_name,
      case when with_fictional then 'fictional' else 'members' end as kind,
      case
        when 'declined' in (one.request, two.request) then 'declined'
        when one.request in ('waiting', 'veiled') or two.request in ('waiting', 'veiled') then 'request'
        when coalesce(one.messages_sent, 0) = 0 or coalesce(two.messages_sent, 0) = 0 then 'unanswered'
        else 'mutual'
      end as state,
      coalesce(one.messages_sent, 0) + coalesce(two.messages_sent, 0) as messages,
      (select max(x.id) from complaints x where x.profile_id in (member_low, member_high)
        and x.reporter_id in (member_low, member_high)) as complaint,
      sites_of_member(case when low_is_fictional then member_high else member_low end) as sites,
      c.created_at, c.last_message_at
    from c left join lateral side_of(c.member_low, c.id) one on true left join lateral side_of(c.member_high, c.id) two on true
    order by ${by}`.execute(db);
  return rows;
}

const present = (row: Row): ListedConversation => ({
  id: row.id,
  member: { id: row.member_id, name: row.member_name },
  other: { id: row.other_id, name: row.other_name },
  kind: row.kind,
  state: row.state,
  messages: row.messages,
  complaint: row.complaint,
  site: row.sites?.[0] ?? null,
  created_at: row.created_at.toISOString(),
  last_message_at: row.last_message_at.toISOString(),
});
