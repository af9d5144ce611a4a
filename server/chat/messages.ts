import { sql } from 'kysely';
import type { Db } from '../platform/database/index.ts';
import type { MessageRow } from './present-message.ts';

/** The columns of a `MessageRow` over `messages m` with `imageJoin`. */
export const messageColumns = sql`
  m.id, m.conversation_id, m.sender_id, m.client_id, m.kind, m.body, m.gift, m.credits, m.created_at,
  case when i.id is not null then json_build_object('id', i.id, 'status', i.status, 'width', i.width, 'height', i.height) end as image`;
export const imageJoin = sql`left join chat_images i on i.id = m.image_id`;

/**
 * A page of a conversation, newest first: below `before`, above what the member cleared away, within the site's
 * `message_visible_days` (docs/product.md 8). One range of the primary key.
 */
export async function messagesOf(
  db: Db,
  page: { conversation: number; before: number; above: number; visibleDays: number; limit: number },
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select ${messageColumns} from messages m ${imageJoin}
    where m.conversation_id = ${page.conversation} and m.id < ${page.before} and m.id > ${page.above}
      and m.created_at > app_now() - ${page.visibleDays} * interval '1 day'
    order by m.id desc limit ${page.limit}`.execute(db);
  return rows;
}

/** Unread messages of each of the members, as the badge counts them. Reads a partial index of conversations with news. */
export async function unreadOfEach(db: Db, members: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ member: number; unread: number }>`
    select member_id as member, sum(unread)::int as unread from participants
      where member_id = any(${members}::bigint[]) and unread > 0 group by member_id`.execute(db);
  return new Map(rows.map(({ member, unread }) => [member, unread]));
}

/** The same of one member. */
export const unreadOf = async (db: Db, member: number): Promise<number> => (await unreadOfEach(db, [member])).get(member) ?? 0;
