import { type RawBuilder, sql } from 'kysely';
import type { ChatList } from '#contract/chat/conversations.ts';
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
  at: string;
  said: boolean;
  sender: number | null;
  kind: string | null;
  text: string | null;
  there: boolean;
  veiled: boolean;
  pinned: boolean;
  archived: boolean;
  muted: boolean;
  marked: boolean;
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

const countOf = (condition: RawBuilder<unknown>, member: RawBuilder<number>, pool: RawBuilder<number>) =>
  sql<number>`(
  select count(*)::int from (
    select from sides_of(${member}) side join profiles p on p.id = side.other_id
      where ${condition} and ${talkingWith({ id: member, pool })} limit 100
  ) found)`;

/**
 * A page as one JSON value: parsing 100 rows of 15 columns one value at a time takes the driver a quarter of the
 * whole call. `said` is false for messages older than the retention.
 */
const page = prepared<
  { member: number; pool: number; before: number; days: number },
  { rows: Row[] | null; requests: number | null; archived: number | null },
  { list: ChatList | 'all'; first: boolean }
>((value, { list, first }) => {
  const [member, pool] = [value('member'), value('pool')];
  const whole = list === 'all' && first;
  const sides = sql`select other_id, request, last_message_id, conversation_id, unread, last_sent_at, cleared_to_id, last_sender_id, last_kind, last_excerpt,
            pinned, archived, muted_until, marked_unread
          from sides_of(${member}) where true`;
  return sql`
    select json_agg(page order by ${list === 'all' ? sql`pinned desc, place desc` : sql`place desc`}) as rows,
      ${whole ? countOf(isRequest, member, pool) : sql`null`} as requests,
      ${whole ? countOf(isArchived, member, pool) : sql`null`} as archived
    from (
      select p.id, p.xmin as version, side.last_message_id as place, side.conversation_id as conversation, side.unread,
        coalesce(side.last_sent_at, app_now()) as at,
        side.last_message_id > side.cleared_to_id
          and coalesce(side.last_sent_at > app_now() - ${value('days')}::int * interval '1 day', false) as said,
        side.last_sender_id as sender, side.last_kind as kind, side.last_excerpt as text,
        coalesce(${talkingWith({ id: member, pool })}, false) as there,
        side.request is not distinct from 'veiled' as veiled,
        side.pinned, side.archived, coalesce(side.muted_until > app_now(), false) as muted, side.marked_unread as marked
      from (
        ${whole ? sql`${sides} and ${isPinned} union all` : sql``}
        (${sides} and ${conditions[list]} and last_message_id < ${value('before')}
          order by last_message_id desc limit ${sql.lit(PAGE + 1)})
      ) side
        join profiles p on p.id = side.other_id
    ) page`;
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
  const rows = found.rows ?? [];
  const pinned = list === 'all' ? rows.filter((row) => row.pinned) : [];
  const paged = rows.slice(pinned.length);
  // Filtered here instead of in SQL; otherwise hidden members would make a full page look like the last one.
  const shown = [...pinned, ...paged.slice(0, PAGE)].filter(({ there }) => there);
  const people = await hydrate(app, { id: null, ...(hides && { hides }) }, shown);
  const next = nextPage(paged, PAGE, (last) => writeCursor(key, [last.place]));
  const counts =
    list === 'all' && first ? `,"requests":${found.requests ?? 0},"archived":${found.archived ?? 0}` : '';
  const summaries = shown.map((row) => summaryOf(row, people)).filter(Boolean);
  return new JsonText(`{"chats":[${summaries.join(',')}],"next":${JSON.stringify(next)}${counts}}`);
}

const flag = (name: string, isSet: boolean) => (isSet ? `"${name}":true,` : '');

function summaryOf(row: Row, people: Hydrated): string {
  const card = people.text(row);
  if (!card) return '';
  const at = new Date(row.at).toISOString();
  const text = row.veiled ? 'null' : JSON.stringify(row.text);
  const last = row.said
    ? `{"id":${row.place},"sender":${row.sender ?? 0},"kind":"${row.kind ?? ''}","text":${text},"created_at":"${at}"}`
    : 'null';
  const flags = `${flag('veiled', row.veiled)}${flag('marked_unread', row.marked)}${flag('pinned', row.pinned)}${flag('archived', row.archived)}${flag('muted', row.muted)}`;
  return `{"conversation":{"id":${row.conversation},"last_message_at":"${at}"},"profile":${card},"num_unread_messages":${row.unread},${flags}"last_message":${last}}`;
}
