import { type RawBuilder, sql } from 'kysely';
import { itemAt } from '#contract/must.ts';
import type { Tuple } from '#contract/tuple.ts';
import type { App } from '../platform/app.ts';
import { nextPage } from '../platform/database/next-page.ts';
import { isoMoment, jsonText, packed, unpacked } from '../platform/fast/packed.ts';
import { prepared } from '../platform/fast/prepared.ts';
import { JsonText } from '../platform/http/context.ts';
import { readCursor, writeCursor } from '../platform/http/cursor.ts';
import { hydrate, type Hydrated, type Shown } from '../profiles/index.ts';
import { talkingWith, type Viewer } from '../visibility/index.ts';

const PAGE = 100;

/**
 * `place` is the id of the newest message of this side, by which the list is sorted; `text` is its excerpt as
 * JSON.
 */
interface Row extends Shown {
  place: number;
  conversation: string;
  unread: string;
  at: string;
  said: boolean;
  sender: string;
  kind: string;
  text: string;
  there: boolean;
  veiled: boolean;
}

const isRequest = sql`request in ('waiting', 'veiled') and last_message_id > cleared_to_id`;

const requestCount = (member: RawBuilder<number>, pool: RawBuilder<number>) => sql<number>`(
  select count(*)::int from (
    select from participants side join profiles p on p.id = side.other_id
      where side.member_id = ${member} and side.request in ('waiting', 'veiled') and side.last_message_id > side.cleared_to_id
        and ${talkingWith({ id: member, pool })} limit 100
  ) found)`;

const page = prepared<
  { member: number; pool: number; before: number; days: number },
  { rows: string | null; shown_since: string; requests: number | null },
  { requests: boolean }
>((value, { requests }) => {
  const columns = sql`p.id, p.xmin, side.last_message_id, side.conversation_id, side.unread, coalesce(side.last_sent_at, app_now()),
    side.last_message_id > side.cleared_to_id and side.last_sent_at is not null,
    coalesce(side.last_sender_id, 0), coalesce(side.last_kind, ''), ${jsonText(sql`side.last_excerpt`)}, coalesce(${talkingWith({ id: value('member'), pool: value('pool') })}, false), side.request is not distinct from 'veiled'`;
  const chosen = requests ? isRequest : sql`not hidden`;
  return sql`
    select ${packed([columns], sql`side.last_message_id desc`)} as rows,
      (app_now() - ${value('days')}::int * interval '1 day')::text as shown_since, ${requests ? sql`null` : requestCount(value('member'), value('pool'))} as requests
    from (
      select other_id, request, last_message_id, conversation_id, unread, last_sent_at, cleared_to_id, last_sender_id, last_kind, last_excerpt from participants
        where member_id = ${value('member')} and ${chosen} and last_message_id < ${value('before')}
        order by last_message_id desc limit ${sql.lit(PAGE + 1)}
    ) side
      join profiles p on p.id = side.other_id`;
});
const COLUMNS = 12;

const toRow = ([id, version, place, conversation, unread, at, said, sender, kind, text, there, veiled]: Tuple<
  string,
  typeof COLUMNS
>): Row => ({
  id: Number(id),
  version,
  place: Number(place),
  conversation,
  unread,
  at,
  said: said === 't',
  sender,
  kind,
  text,
  there: there === 't',
  veiled: veiled === 't',
});

/**
 * GET /api/chats.php: the member's conversations, newest first, 100 per page, with the other member's card,
 * the unread count and the last message. Removed ones reappear with the next message. Keyset pagination by
 * the newest message reads one range of `participants_list`, whose rows include the excerpt, and the other
 * members' accounts by primary key. `list=requests` selects the requests instead, from `participants_requests`. Throws `bad_request` for a cursor of another list.
 */
export async function conversationsOf(
  app: Pick<App, 'db' | 'parts'>,
  { id: member, pool, hides }: Viewer<number>,
  { cursor, list: chosen }: { cursor?: string | undefined; list?: 'requests' | undefined } = {},
  visibleDays: number,
): Promise<JsonText> {
  const requests = chosen === 'requests';
  const list = `${requests ? 'requests' : 'chats'} ${member}`;
  const [before] = readCursor(list, cursor, 1) ?? [Number.MAX_SAFE_INTEGER];
  const found = itemAt(await page(app.db, { member, pool, before, days: visibleDays }, { requests }), 0);
  const rows = unpacked(found.rows, COLUMNS).map(toRow);
  const shownSince = isoMoment(found.shown_since);
  const onPage = rows.slice(0, PAGE);
  // Filtered here instead of in SQL; otherwise hidden members would make a full page look like the last one.
  const shown = onPage.filter(({ there }) => there);
  const people = await hydrate(app, { id: null, ...(hides && { hides }) }, shown);
  const next = nextPage(rows, PAGE, (last) => writeCursor(list, [last.place]));
  return new JsonText(
    `{"chats":[${shown
      .map((row) => summaryOf(row, people, shownSince))
      .filter(Boolean)
      .join(
        ',',
      )}],"next":${JSON.stringify(next)}${requests || cursor !== undefined ? '' : `,"requests":${found.requests ?? 0}`}}`,
  );
}

/** Messages before `shownSince` are older than the retention. */
function summaryOf(row: Row, people: Hydrated, shownSince: string): string {
  const card = people.text(row);
  if (!card) return '';
  const at = isoMoment(row.at);
  const text = row.veiled ? 'null' : row.text;
  const last =
    row.said && at > shownSince
      ? `{"id":${row.place},"sender":${row.sender},"kind":"${row.kind}","text":${text},"created_at":"${at}"}`
      : 'null';
  return `{"conversation":{"id":${row.conversation},"last_message_at":"${at}"},"profile":${card},"num_unread_messages":${row.unread},${row.veiled ? '"veiled":true,' : ''}"last_message":${last}}`;
}
