import { sql, type RawBuilder } from 'kysely';
import { one, type Db } from '../platform/database/index.ts';
import { unacquainted } from '../visibility/index.ts';
import type { MessageRow } from './present-message.ts';
import { voiceJson } from './voice/sent-voice.ts';

const imageJson = sql`json_build_object('id', i.id, 'status', i.status, 'intimate', i.intimate, 'shown', i.shown_at is not null, 'view_once', i.view_once, 'opened', i.opened_at is not null, 'refusal_reason', i.refusal_reason, 'voice', ${voiceJson}, 'width', i.width, 'height', i.height, 'colour', i.colour)`;
/** The images after the first, null if there are none. The inner `i` hides the one of the message. */
const album = sql`select json_agg(${imageJson} order by i.album_place) from chat_images i where i.album_of = m.image_id`;

export const messageColumns = sql`
  m.id, m.conversation_id, m.sender_id, m.client_id, m.kind, m.body, m.gift, m.credits, m.created_at,
  m.edited_at, m.sender_reaction, m.recipient_reaction, m.revision, m.about,
  case when m.reply_to_id is not null then quote_of(m.conversation_id, m.reply_to_id) end as quote,
  case when i.id is not null then ${imageJson} end as image,
  case when i.id is not null then (${album}) end as album`;
export const imageJoin = sql`left join chat_images i on i.id = m.image_id`;

/** A message by its key; null if there is none, for example because it was erased. */
export async function messageRow(db: Db, conversation: number, message: number): Promise<MessageRow | null> {
  const { rows } = await sql<MessageRow>`
    with m as materialized (select * from messages where conversation_id = ${conversation} and id = ${message})
    select ${messageColumns} from m ${imageJoin}`.execute(db);
  return rows[0] ?? null;
}

/**
 * Whether a row of `participants` has unread messages that badges count and notifications mention: those of muted
 * conversations (docs/product.md 10.18) and of acquaintances (6.22) are left out. `member` is whose side it is: with a column of
 * `side`, the acquaintances would be read for each row.
 */
export const hasNews = (side: string, member: number | RawBuilder<number>): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref<number>(`${side}.${name}`);
  return sql`(${column('unread')} > 0 and (${column('muted_until')} is null or ${column('muted_until')} <= app_now())
    and ${unacquainted(column('other_id'), member)})`;
};

/**
 * SQL column with a member's number of unread messages. It uses the partial index of conversations with
 * unread messages.
 */
export const unreadCount = (member: number | RawBuilder<number>): RawBuilder<number> =>
  sql`(select coalesce(sum(unread), 0)::int from unread_sides_of(${member}) side where ${hasNews('side', member)})`;

export async function unreadOf(db: Db, member: number): Promise<number> {
  const { unread } = await one(sql<{ unread: number }>`select ${unreadCount(member)} as unread`.execute(db));
  return unread;
}
