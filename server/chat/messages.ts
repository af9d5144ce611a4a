import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../platform/database/index.ts';
import { prepared } from '../platform/database/prepared.ts';

/** The columns of a `MessageRow` over `messages m` with `imageJoin`. */
export const messageColumns = sql`
  m.id, m.conversation_id, m.sender_id, m.client_id, m.kind, m.body, m.gift, m.credits, m.created_at,
  case when i.id is not null then json_build_object('id', i.id, 'status', i.status, 'width', i.width, 'height', i.height) end as image`;
export const imageJoin = sql`left join chat_images i on i.id = m.image_id`;

/** Unread messages of one member, as a column. Reads a partial index of conversations with news. */
export const unreadCount = (member: number | RawBuilder<number>): RawBuilder<number> =>
  sql`(select coalesce(sum(unread), 0)::int from participants where member_id = ${member} and unread > 0)`;

const unreadByMember = prepared<{ members: readonly number[] }, { member: number; unread: number }>(
  (value) => sql`
    select member_id as member, sum(unread)::int as unread from participants
      where member_id = any(${value('members')}::bigint[]) and unread > 0 group by member_id`,
);

/** Unread messages of each of the members, as the badge counts them. */
export async function unreadOfEach(db: Db, members: readonly number[]): Promise<Map<number, number>> {
  const rows = await unreadByMember(db, { members });
  return new Map(rows.map(({ member, unread }) => [member, unread]));
}

/** The same of one member. */
export async function unreadOf(db: Db, member: number): Promise<number> {
  const { rows } = await sql<{ unread: number }>`select ${unreadCount(member)} as unread`.execute(db);
  return rows[0]!.unread;
}
