import { sql } from 'kysely';
import { one, type Db } from '../platform/database/index.ts';
import { type Booked, bookCredits } from './book-credits.ts';

export interface ReturnedMessage {
  conversation: number;
  id: number;
  credits: number;
  sentAt: Date;
}

/**
 * Returns the charge of messages that were never delivered or never answered. Each message has one key for
 * all reasons, so a second reason for the same message changes nothing. A charge counts as unspent in the
 * month in which it was spent, so that the member's monthly cap has room for it again; after that month it
 * counts as a grant. Returns the number of credits returned now, with the balance, or null if there were
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
    const booked = await giveBack(tx, member, message);
    if (booked.repeated) continue;
    last = booked;
    returned += message.credits;
  }
  return last && { ...last, returned };
}

async function giveBack(tx: Db, member: number, { id, credits, sentAt }: ReturnedMessage): Promise<Booked> {
  const { this_month: thisMonth } = await one(
    sql<{ this_month: boolean }>`
    select ${sentAt}::timestamptz >= date_trunc('month', app_now() at time zone 'UTC') at time zone 'UTC' as this_month`.execute(
      tx,
    ),
  );
  const counter = thisMonth ? 'spent' : 'granted';
  const booked = await bookCredits(
    tx,
    { member, kind: 'refund', credits, key: `returned:${id}` },
    credits,
    counter,
  );
  if (thisMonth && !booked.repeated) {
    await sql`
      update members set spending_month_credits = greatest(0, spending_month_credits - ${credits}) where id = ${member}`.execute(
      tx,
    );
  }
  return booked;
}

/** Older rows of the ledger returned all messages of a wait under the id of its first message. */
async function wentBackWithWait(
  tx: Db,
  member: number,
  { conversation, id, sentAt }: ReturnedMessage,
): Promise<boolean> {
  const { rows } = await sql`
    select from messages first
    join ledger_entries e on e.member_id = ${member} and e.idempotency_key = 'unanswered:' || first.id
    where first.conversation_id = ${conversation} and first.sender_id = ${member} and first.id <= ${id} and e.created_at >= ${sentAt}
    limit 1`.execute(tx);
  return rows.length > 0;
}
