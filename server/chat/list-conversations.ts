import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import type { MessageKind } from '#contract/enums.ts';
import type { Db } from '../platform/database/index.ts';
import { readCursor, writeCursor } from '../platform/http/cursor.ts';
import { talkingWith } from '../visibility/index.ts';
import { cardColumns, cardJoins, toCard, type CardRow } from '../profiles/index.ts';

const PAGE = 100;
/** As much of a message as a list can show. */
const EXCERPT = 160;

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
 * `participants_list`, the rest by primary key.
 *
 * Refuses `bad_request` for a cursor of another list.
 */
export async function conversationsOf(db: Db, member: number, cursor: string | undefined, visibleDays: number): Promise<CallReply<'chats'>> {
  const list = `chats ${member}`;
  const [before] = readCursor(list, cursor, 1) ?? [Number.MAX_SAFE_INTEGER];
  const { rows } = await sql<Row>`
    select ${cardColumns}, side.conversation_id, side.last_message_id as side_last, side.unread, c.last_message_at,
      last.id as message_id, last.sender_id, last.kind as message_kind, left(last.body, ${EXCERPT}) as body, last.created_at as sent_at,
      ${talkingWith(member)} as there
    from (
      select conversation_id, other_id, last_message_id, unread, cleared_to_id from participants
        where member_id = ${member} and not hidden and last_message_id < ${before}
        order by last_message_id desc limit ${PAGE + 1}
    ) side
      join conversations c on c.id = side.conversation_id
      join profiles p on p.id = side.other_id
      join members m on m.id = p.id
      ${cardJoins}
      left join messages last on last.conversation_id = side.conversation_id and last.id = side.last_message_id and last.id > side.cleared_to_id
        and last.created_at > app_now() - ${visibleDays} * interval '1 day'
    order by side.last_message_id desc`.execute(db);
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
