import { sql, type RawBuilder } from 'kysely';
import { one, type Db } from '../platform/database/index.ts';
import { prepared } from '../platform/fast/prepared.ts';
import type { MessageRow } from './present-message.ts';

export const messageColumns = sql`
  m.id, m.conversation_id, m.sender_id, m.client_id, m.kind, m.body, m.gift, m.credits, m.created_at,
  m.edited_at, m.sender_reaction, m.recipient_reaction, m.revision,
  case when m.reply_to_id is not null then quote_of(m.conversation_id, m.reply_to_id) end as quote,
  case when i.id is not null then json_build_object('id', i.id, 'status', i.status, 'width', i.width, 'height', i.height) end as image`;
export const imageJoin = sql`left join chat_images i on i.id = m.image_id`;

/** A message by its key; null if there is none, for example because it was erased. */
export async function messageRow(db: Db, conversation: number, message: number): Promise<MessageRow | null> {
  const { rows } = await sql<MessageRow>`
    select ${messageColumns} from messages m ${imageJoin} where m.conversation_id = ${conversation} and m.id = ${message}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/**
 * SQL column with a member's number of unread messages. It uses the partial index of conversations with
 * unread messages.
 */
export const unreadCount = (member: number | RawBuilder<number>): RawBuilder<number> =>
  sql`(select coalesce(sum(unread), 0)::int from participants where member_id = ${member} and unread > 0)`;

const unreadByMember = prepared<{ members: readonly number[] }, { member: number; unread: number }>(
  (value) => sql`
    select member_id as member, sum(unread)::int as unread from participants
      where member_id = any(${value('members')}::bigint[]) and unread > 0 group by member_id`,
);

export async function unreadOfEach(db: Db, members: readonly number[]): Promise<Map<number, number>> {
  const rows = await unreadByMember(db, { members });
  return new Map(rows.map(({ member, unread }) => [member, unread]));
}

export async function unreadOf(db: Db, member: number): Promise<number> {
  const { unread } = await one(sql<{ unread: number }>`select ${unreadCount(member)} as unread`.execute(db));
  return unread;
}
