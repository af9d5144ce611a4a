import { sql } from 'kysely';
import type { Sent } from '#contract/chat.ts';
import { asksIfReal, honestyRemindersFor, type HonestyReminder } from '#contract/rules/desk-rules.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, type Db } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import type { UploadedFile } from '../platform/http/context.ts';
import { endWait, sendMessage, storeChatImage } from '../chat/index.ts';
import { keepClaim } from './claims.ts';
import { tellDesk } from './news.ts';
import { spendingOf } from './spending.ts';

export interface Answer {
  operator: number;
  conversation: number;
  clientId: string;
  text?: string | undefined;
  gift?: string | undefined;
  file?: UploadedFile | undefined;
  /** Reminders that the writer has read and decided about. */
  reminded: readonly HonestyReminder[];
  host?: string | undefined;
}

/**
 * POST /api/admin/desk-thread.php: answers as the fictional profile, which costs nobody a credit. Ends the member's wait and
 * keeps who wrote it. A repeat of a `client_id` answers as the first did.
 *
 * Refuses `desk_not_claimed`; `desk_stopped` while the member pauses spending or has reached the own cap; `desk_reminder` with
 * the first rule of honesty that the writer has not been reminded of; and what `sendMessage` refuses.
 */
export async function answerAsProfile(app: App, answer: Answer): Promise<Sent> {
  const { operator, conversation } = answer;
  const sides = await keepClaim(app.db, operator, conversation);
  if ((await spendingOf(app.db, sides.member_id)).stops) throw refuse('desk_stopped');
  if (answer.text) {
    const asked = await isOwedTheTruth(app.db, conversation, sides.profile_id);
    const due = honestyRemindersFor(answer.text, asked).find((reminder) => !answer.reminded.includes(reminder));
    if (due) throw refuse('desk_reminder', { reminder: due });
  }
  const image = answer.file && (await storeChatImage(app, sides.profile_id, answer.clientId.toLowerCase(), answer.file.content));
  const sent = await sendMessage(
    app,
    sides.profile_id,
    { conversation, client_id: answer.clientId, text: answer.text, gift: answer.gift, image },
    answer.host,
    { free: true },
  );
  await inTransaction(app.db, async (tx) => {
    const waited = await endWait(tx, conversation, sent.message.id);
    await sql`insert into desk_answers (message_id, operator_id, conversation_id, profile_id, waited_seconds)
      values (${sent.message.id}, ${operator}, ${conversation}, ${sides.profile_id}, ${waited}) on conflict do nothing`.execute(tx);
  });
  tellDesk(app, conversation);
  return sent;
}

/** How many of the newest messages a question is looked for in. */
const LOOK_BACK = 12;

/** Whether the member asked for the truth and the profile has not told it since. */
export async function isOwedTheTruth(db: Db, conversation: number, profile: number): Promise<boolean> {
  const { rows } = await sql<{ sender_id: number; body: string }>`
    select sender_id, body from messages where conversation_id = ${conversation} and kind = 'text' and body is not null
      order by id desc limit ${LOOK_BACK}`.execute(db);
  for (const { sender_id, body } of rows) {
    if (sender_id !== profile && asksIfReal(body)) return true;
    if (sender_id === profile && honestyRemindersFor(body, true).length === 0) return false;
  }
  return false;
}
