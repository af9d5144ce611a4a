import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import type { MessageKind } from '#contract/enums.ts';
import type { Db } from '../platform/database/index.ts';
import { readCursor, writeCursor } from '../platform/http/cursor.ts';
import { talkingWith } from '../visibility/index.ts';
import { cardColumns, cardJoins, toCard, type CardRow } from '../profiles/index.ts';

const PAGE = 100;

interface Row extends CardRow {
  conversation_id: number;
  side_last: number;
  unread: number;
  last_message_at: Date;
  message_id: number | null;
  sender_id: number;
  message_kind: MessageKind;
  body: string | null;
  sent_at: Date;
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
export async function conversationsOf(db: Db, member: number, cursor: string | undefined, visibleDays: number): Promise<CallReply<'chats'>> {
  const list = `chats ${member}`;
  const [before] = readCursor(list, cursor, 1) ?? [Number.MAX_SAFE_INTEGER];
  const { rows } = await sql<Row>`
    select ${cardColumns}, side.*,
      ${talkingWith(member)} as there
    from (
      select conversation_id, other_id, last_message_id as side_last, unread, coalesce(last_sent_at, app_now()) as last_message_at, last_sender_id as sender_id,
        last_kind as message_kind, last_excerpt as body, last_sent_at as sent_at,
        case when last_message_id > cleared_to_id and last_sent_at > app_now() - ${visibleDays} * interval '1 day' then last_message_id end as message_id
      from participants
        where member_id = ${member} and not hidden and last_message_id < ${before}
        order by last_message_id desc limit ${PAGE + 1}
    ) side
      join profiles p on p.id = side.other_id
      join members m on m.id = p.id
      ${cardJoins}
    order by side.side_last desc`.execute(db);
  const shown = rows.slice(0, PAGE);
  // Filtered here, not in SQL, so that those who are gone do not make a full page look like the last.
  return { chats: shown.filter(({ there }) => there).map(toSummary(member)), next: rows.length > PAGE ? writeCursor(list, [shown.at(-1)!.side_last]) : null };
}

const toSummary = (member: number) => (row: Row) => ({
  conversation: { id: row.conversation_id, last_message_at: row.last_message_at.toISOString() },
  profile: toCard(row, member),
  num_unread_messages: row.unread,
  last_message:
    row.message_id === null
      ? null
      : {
          id: row.message_id,
          sender: row.sender_id,
          kind: row.message_kind,
          text: row.message_kind === 'text' ? row.body : null,
          created_at: row.sent_at.toISOString(),
        },
});
