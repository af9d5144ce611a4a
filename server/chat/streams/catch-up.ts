import { sql } from 'kysely';
import { itemAt } from '#contract/must.ts';
import type { ProfileCard } from '#contract/profiles.ts';
import type { App } from '../../platform/app.ts';
import { cardsForEvents } from '../../profiles/index.ts';
import { imageJoin, messageColumns } from '../messages.ts';
import { presentMessage, type MessageRow } from '../present-message.ts';

export interface Position {
  message: number;
  /** Null if only messages with a larger id count. */
  at: number | null;
}

/**
 * Ids are assigned before the commit, so a message with an id smaller by up to this many may become visible
 * later.
 */
const OVERLAP_IDS = 1000;
const OVERLAP_SECONDS = 15;
/** A reader that missed more than this reloads its lists instead. */
export const MOST_MISSED = 200;

/** `<message>-<milliseconds in base 36>`, opaque to the reader. */
export const writePosition = ({ message, at }: { message: number; at: number }): string =>
  `${message}-${at.toString(36)}`;

export function readPosition(text: string | undefined): Position | null {
  const parts = /^(\d{1,15})-([0-9a-z]{1,10})$/.exec(text ?? '');
  return parts ? { message: Number(parts[1]), at: parseInt(itemAt(parts, 2), 36) } : null;
}

/**
 * The messages that a member's stream missed since `position`, oldest first, ready to send as `message`
 * events. Null if there are more than `MOST_MISSED`. It may repeat messages, which readers tolerate
 * (contract/chat/events.ts).
 */
export async function missedMessages(
  app: Pick<App, 'db' | 'events' | 'parts'>,
  member: number,
  position: Position,
) {
  const above = position.at === null ? position.message : position.message - OVERLAP_IDS;
  const overlap = position.at === null ? null : position.at / 1000;
  const { rows } = await sql<MessageRow & { other_id: number; unread: number }>`
    select ${messageColumns}, side.other_id, side.unread
      from sides_of(${member}) side
      cross join lateral messages_after(side.conversation_id, greatest(side.cleared_to_id, ${above}::bigint)) m ${imageJoin}
      where not side.hidden and side.last_message_id > ${above}
        and (m.id > ${position.message} or m.created_at > to_timestamp(${overlap}::float8) - ${OVERLAP_SECONDS} * interval '1 second')
        and m.id <> ${position.message}
      order by m.id limit ${MOST_MISSED + 1}`.execute(app.db);
  if (rows.length > MOST_MISSED) return null;
  const cards = await cardsForEvents(
    app,
    rows.map(({ other_id }) => other_id),
  );
  return rows.flatMap((row) => {
    const profile: ProfileCard | undefined = cards.get(row.other_id);
    return profile
      ? [{ message: presentMessage(row, member, null, app.parts.chatImages), profile, unread: row.unread }]
      : [];
  });
}
