import { sql } from 'kysely';
import type { Db } from '../platform/database/index.ts';
import type { Booked } from './book-credits.ts';
import { giveBackCredits } from './give-back-credits.ts';

export interface ReturnedMessage {
  conversation: number;
  id: number;
  credits: number;
  sentAt: Date;
}

/**
 * Returns the charge of messages that were never delivered or never answered. Each message has one key for
 * all reasons, so a second reason for the same message changes nothing. Returns the number of credits returned now, with the balance, or null if there were
 * none.
 */
export async function giveBackMessages(
  tx: Db,
  member: number,
  messages: readonly ReturnedMessage[],
): Promise<(Booked & { returned: number }) | null> {
  let last: Booked | null = null;
  let returned = 0;
  for (const message of messages) {
    if (message.credits === 0 || (await wentBackWithWait(tx, member, message))) continue;
    const booked = await giveBackCredits(tx, member, {
      credits: message.credits,
      key: String(message.id),
      spentAt: message.sentAt,
    });
    if (booked.repeated) continue;
    last = booked;
    returned += message.credits;
  }
  return last && { ...last, returned };
}

/** Older rows of the ledger returned all messages of a wait under the id of its first message. */
async function wentBackWithWait(
  tx: Db,
  member: number,
  { conversation, id, sentAt }: ReturnedMessage,
): Promise<boolean> {
  const { rows } = await sql`
    select from messages_after(${conversation}, 0) first
    cross join lateral entry_with(${member}, 'unanswered:' || first.id) e
    where first.sender_id = ${member} and first.id <= ${id} and e.created_at >= ${sentAt}
    limit 1`.execute(tx);
  return rows.length > 0;
}
