import { sql } from 'kysely';
import type { MessageKind } from '#contract/enums.ts';
import type { App } from '../platform/app.ts';
import { JsonText } from '../platform/http/context.ts';
import { readCursor, writeCursor } from '../platform/http/cursor.ts';
import { hydrate, type Hydrated, type Shown } from '../profiles/index.ts';
import { talkingWith, type Viewer } from '../visibility/index.ts';

const PAGE = 100;

interface Row extends Shown {
  conversation: number;
  /** The newest message of this side, by which the list is ordered. */
  place: number;
  unread: number;
  last_at: Date;
  /** Whether the last message is shown: not cleared away, and not beyond the retention. */
  said: boolean;
  sender: number;
  kind: MessageKind;
  excerpt: string | null;
  /** By the visibility rule. */
  there: boolean;
}

/**
 * GET /api/chats.php: the member's conversations, newest first, 100 a page, with the other's card, the unread count and
 * the last message. Removed ones come back with the next message. Keyset by the newest message; one range of
 * `participants_list`, whose rows hold the excerpt, and the others' accounts by primary key.
 *
 * Refuses `bad_request` for a cursor of another list.
 */
export async function conversationsOf(
  app: Pick<App, 'db' | 'parts'>,
  { id: member, hides }: Viewer<number>,
  cursor: string | undefined,
  visibleDays: number,
): Promise<JsonText> {
  const list = `chats ${member}`;
  const [before] = readCursor(list, cursor, 1) ?? [Number.MAX_SAFE_INTEGER];
  const { rows } = await sql<Row>`
    select p.id, p.xmin as version, side.conversation_id as conversation, side.last_message_id as place, side.unread,
      coalesce(side.last_sent_at, app_now()) as last_at,
      (side.last_message_id > side.cleared_to_id and side.last_sent_at > app_now() - ${visibleDays} * interval '1 day') is true as said,
      side.last_sender_id as sender, side.last_kind as kind, side.last_excerpt as excerpt, ${talkingWith(member)} as there
    from (
      select * from participants
        where member_id = ${member} and not hidden and last_message_id < ${before}
        order by last_message_id desc limit ${PAGE + 1}
    ) side
      join profiles p on p.id = side.other_id
      join members m on m.id = p.id
    order by side.last_message_id desc`.execute(app.db);
  const page = rows.slice(0, PAGE);
  // Filtered here, not in SQL, so that those who are gone do not make a full page look like the last.
  const shown = page.filter(({ there }) => there);
  const people = await hydrate(app, { id: null, ...(hides && { hides }) }, shown);
  const next = rows.length > PAGE ? writeCursor(list, [page.at(-1)!.place]) : null;
  return new JsonText(
    `{"chats":[${shown
      .map((row) => summaryOf(row, people))
      .filter(Boolean)
      .join(',')}],"next":${JSON.stringify(next)}}`,
  );
}

function summaryOf(row: Row, people: Hydrated): string {
  const card = people.text(row);
  if (!card) return '';
  const at = row.last_at.toISOString();
  const text = row.kind === 'text' ? JSON.stringify(row.excerpt) : 'null';
  const last = row.said ? `{"id":${row.place},"sender":${row.sender},"kind":"${row.kind}","text":${text},"created_at":"${at}"}` : 'null';
  return `{"conversation":{"id":${row.conversation},"last_message_at":"${at}"},"profile":${card},"num_unread_messages":${row.unread},"last_message":${last}}`;
}
