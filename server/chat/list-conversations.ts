import { type RawBuilder, sql } from 'kysely';
import type { ChatList } from '#contract/chat/conversations.ts';
import { keysOf } from '#contract/keys.ts';
import { itemAt } from '#contract/must.ts';
import type { App } from '../platform/app.ts';
import { nextPage } from '../platform/database/next-page.ts';
import { prepared } from '../platform/fast/prepared.ts';
import { JsonText } from '../platform/http/context.ts';
import { readCursor, writeCursor } from '../platform/http/cursor.ts';
import { hydrate, type Hydrated, type Shown } from '../profiles/index.ts';
import { talkingWith, type Viewer } from '../visibility/index.ts';

const PAGE = 100;

/** `place` is the id of the newest message of this side, by which the list is sorted. */
interface Row extends Shown {
  place: number;
  conversation: number;
  unread: number;
  sentAtMs: number;
  sender: number | null;
  kind: string | null;
  text: string | null;
  flags: number;
}

/** Each condition has a partial index. The pinned conversations come before the first page of all others. */
const conditions = {
  all: sql`not hidden and not archived and not pinned`,
  requests: sql`request in ('waiting', 'veiled') and last_message_id > cleared_to_id`,
  archived: sql`archived and not hidden`,
  unread: sql`(unread > 0 or marked_unread) and not hidden and not archived`,
} satisfies Record<ChatList | 'all', RawBuilder<unknown>>;

const isPinned = sql`pinned and not hidden and not archived`;
const isRequest = sql`side.request in ('waiting', 'veiled') and side.last_message_id > side.cleared_to_id`;
const isArchived = sql`side.archived and not side.hidden`;

/** Bits of `flags`. `said` is not set for messages older than the retention. */
const FLAGS = {
  there: 1,
  said: 2,
  veiled: 4,
  marked_unread: 8,
  pinned: 16,
  archived: 32,
  muted: 64,
} as const;
type Flag = keyof typeof FLAGS;
/** Those that the reply has by the same name, in its order. */
const SHOWN = ['veiled', 'marked_unread', 'pinned', 'archived', 'muted'] as const satisfies Flag[];
const SHOWN_BITS = SHOWN.reduce((bits, flag) => bits | FLAGS[flag], 0);

const has = ({ flags }: Row, flag: Flag): boolean => (flags & FLAGS[flag]) !== 0;

const flagsOf = (conditions: Record<Flag, RawBuilder<unknown>>): RawBuilder<number> =>
  sql`(${sql.join(
    keysOf(FLAGS).map((flag) => sql`case when ${conditions[flag]} then ${sql.lit(FLAGS[flag])} else 0 end`),
    sql` + `,
  )})`;

/** One array per column, in the same order. */
interface Columns {
  ids: number[] | null;
  versions: string[];
  places: number[];
  conversations: number[];
  unreads: number[];
  sent_at_us: number[];
  senders: (number | null)[];
  kinds: (string | null)[];
  texts: (string | null)[];
  flags: number[];
  has_requests: boolean;
  has_archived: boolean;
}

/**
 * A page as one JSON array per column: PostgreSQL looks up the type of every value in an array of rows, which
 * takes twice as long as the whole query takes with columns. The rows have no order.
 */
const page = prepared<
  { member: number; pool: number; before: number; days: number },
  Columns,
  { list: ChatList | 'all'; first: boolean }
>((value, { list, first }) => {
  const [member, pool] = [value('member'), value('pool')];
  const whole = list === 'all' && first;
  const sides = sql`select other_id, request, last_message_id, conversation_id, unread, last_sent_at, cleared_to_id, last_sender_id, last_kind, last_excerpt,
            pinned, archived, muted_until, marked_unread
          from sides_of(${member}) where true`;
  const flags = flagsOf({
    there: talkingWith({ id: member, pool }),
    said: sql`side.last_message_id > side.cleared_to_id
          and side.last_sent_at > (select app_now() - ${value('days')}::int * interval '1 day')`,
    veiled: sql`side.request = 'veiled'`,
    pinned: sql`side.pinned`,
    archived: sql`side.archived`,
    muted: sql`side.muted_until > (select app_now())`,
    marked_unread: sql`side.marked_unread`,
  });
  const any = (condition: RawBuilder<unknown>) =>
    whole ? sql`exists (select from sides_of(${member}) side where ${condition})` : sql`false`;
  return sql`
    select json_agg(p.id) as ids, json_agg(p.xmin) as versions, json_agg(side.last_message_id) as places,
      json_agg(side.conversation_id) as conversations, json_agg(side.unread) as unreads,
      json_agg((date_part('epoch', coalesce(side.last_sent_at, app_now())) * 1000000)::bigint) as sent_at_us,
      json_agg(side.last_sender_id) as senders, json_agg(side.last_kind) as kinds,
      json_agg(side.last_excerpt) as texts, json_agg(${flags}) as flags,
      ${any(isRequest)} as has_requests, ${any(isArchived)} as has_archived
    from (
      ${whole ? sql`${sides} and ${isPinned} union all` : sql``}
      (${sides} and ${conditions[list]} and last_message_id < ${value('before')}
        order by last_message_id desc limit ${sql.lit(PAGE + 1)})
    ) side
      join profiles p on p.id = side.other_id`;
});

const rowsIn = ({ ids, versions, ...columns }: Columns): Row[] =>
  (ids ?? [])
    .map((id, index) => ({
      id,
      version: itemAt(versions, index),
      place: itemAt(columns.places, index),
      conversation: itemAt(columns.conversations, index),
      unread: itemAt(columns.unreads, index),
      sentAtMs: itemAt(columns.sent_at_us, index) / 1000,
      sender: columns.senders[index] ?? null,
      kind: columns.kinds[index] ?? null,
      text: columns.texts[index] ?? null,
      flags: itemAt(columns.flags, index),
    }))
    .sort((a, b) => b.place - a.place);

const countOf = (condition: RawBuilder<unknown>, member: RawBuilder<number>, pool: RawBuilder<number>) =>
  sql<number>`(
  select count(*)::int from (
    select from sides_of(${member}) side join profiles p on p.id = side.other_id
      where ${condition} and ${talkingWith({ id: member, pool })} limit 100
  ) found)`;

/** Few members have requests or archived conversations, so that the page only asks whether there are any. */
const counts = prepared<{ member: number; pool: number }, { requests: number; archived: number }>((value) => {
  const [member, pool] = [value('member'), value('pool')];
  return sql`select ${countOf(isRequest, member, pool)} as requests, ${countOf(isArchived, member, pool)} as archived`;
});

/**
 * GET /api/chats.php: the member's conversations, newest first, 100 per page, with the other member's card,
 * the unread count and the last message. Removed ones reappear with the next message. Keyset pagination by
 * the newest message reads one range of `participants_main`, whose rows include the excerpt, and the other
 * members' accounts by primary key. The pinned ones come before the first page. `list` selects the requests, the
 * archived or the unread conversations instead. Throws `bad_request` for a cursor of another list.
 */
export async function conversationsOf(
  app: Pick<App, 'db' | 'parts'>,
  { id: member, pool, hides }: Viewer<number>,
  { cursor, list: chosen }: { cursor?: string | undefined; list?: ChatList | undefined } = {},
  visibleDays: number,
): Promise<JsonText> {
  const list = chosen ?? 'all';
  const key = `chats ${list} ${member}`;
  const first = cursor === undefined;
  const [before] = readCursor(key, cursor, 1) ?? [Number.MAX_SAFE_INTEGER];
  const found = itemAt(await page(app.db, { member, pool, before, days: visibleDays }, { list, first }), 0);
  const rows = rowsIn(found);
  const isAhead = (row: Row) => list === 'all' && has(row, 'pinned');
  const paged = rows.filter((row) => !isAhead(row));
  // Filtered here instead of in SQL; otherwise hidden members would make a full page look like the last one.
  const shown = [...rows.filter(isAhead), ...paged.slice(0, PAGE)].filter((row) => has(row, 'there'));
  const people = await hydrate(app, { id: null, ...(hides && { hides }) }, shown);
  const next = nextPage(paged, PAGE, (last) => writeCursor(key, [last.place]));
  const { requests, archived } =
    found.has_requests || found.has_archived
      ? itemAt(await counts(app.db, { member, pool }), 0)
      : { requests: 0, archived: 0 };
  const totals = list === 'all' && first ? `,"requests":${requests},"archived":${archived}` : '';
  const summaries = shown.map((row) => summaryOf(row, people)).filter(Boolean);
  return new JsonText(`{"chats":[${summaries.join(',')}],"next":${JSON.stringify(next)}${totals}}`);
}

const shownFlags = (row: Row): string =>
  (row.flags & SHOWN_BITS) === 0
    ? ''
    : SHOWN.filter((flag) => has(row, flag))
        .map((flag) => `"${flag}":true,`)
        .join('');

function summaryOf(row: Row, people: Hydrated): string {
  const card = people.text(row);
  if (!card) return '';
  const at = new Date(row.sentAtMs).toISOString();
  const text = has(row, 'veiled') ? 'null' : JSON.stringify(row.text);
  const last = has(row, 'said')
    ? `{"id":${row.place},"sender":${row.sender ?? 0},"kind":"${row.kind ?? ''}","text":${text},"created_at":"${at}"}`
    : 'null';
  return `{"conversation":{"id":${row.conversation},"last_message_at":"${at}"},"profile":${card},"num_unread_messages":${row.unread},${shownFlags(row)}"last_message":${last}}`;
}
