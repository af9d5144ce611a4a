import type { Sent } from '#contract/chat/conversations.ts';
import { placeholdersIn } from '#contract/placeholders.ts';
import { type HonestyReminder, honestyRemindersFor, mayConfirm } from '#contract/rules/desk-rules.ts';
import { endWait, sendMessage, storeUpload } from '../chat/index.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import type { UploadedFile } from '../platform/http/context.ts';
import { refuse, refuseFields } from '../platform/http/refusal.ts';
import { settingsOf } from '../site-settings/index.ts';
import { keepClaim } from './claims/keep-claim.ts';
import { isOwedTheTruth } from './is-owed-the-truth.ts';
import { tellDesk } from './news.ts';
import { recordAnswer } from './record-answer.ts';
import { spendingOf } from './spending.ts';

export interface Answer {
  operator: number;
  conversation: number;
  clientId: string;
  text?: string | undefined;
  gift?: string | undefined;
  file?: UploadedFile | undefined;
  /** Of a voice message, whose recording is the file. */
  waveform?: string | undefined;
  reminded: readonly HonestyReminder[];
  host?: string | undefined;
}

/**
 * POST /api/admin/desk-thread: answers as the fictional profile, free of charge. Ends the member's wait and
 * records the writer. Repeating a `client_id` returns the first reply. Throws `desk_not_claimed` if the
 * writer has no claim on the conversation, `desk_stopped` while the member pauses spending or has reached
 * their cap, `invalid_fields` for a placeholder that is not filled in, `desk_reminder` with the first rule that the writer has not acknowledged or cannot acknowledge, and
 * the errors of `sendMessage`.
 */
export async function answerAsProfile(app: App, answer: Answer): Promise<Sent> {
  const { operator, conversation } = answer;
  const sides = await keepClaim(app.db, operator, conversation);
  if ((await spendingOf(app.db, sides.member_id)).stops) throw refuse('desk_stopped');
  if (answer.text) {
    const [left] = placeholdersIn(answer.text);
    if (left !== undefined) throw refuseFields({ text: 'placeholder_left' }, { placeholder: left });
    const asked = await isOwedTheTruth(app.db, conversation, sides.profile_id);
    const due = honestyRemindersFor(answer.text, asked).find(
      (reminder) => !mayConfirm(reminder) || !answer.reminded.includes(reminder),
    );
    if (due) throw refuse('desk_reminder', { reminder: due });
  }
  const image =
    answer.file &&
    (await storeUpload(
      app,
      sides.profile_id,
      { client_id: answer.clientId, waveform: answer.waveform },
      answer.file.content,
      answer.host,
    ));
  const sent = await sendMessage(
    app,
    sides.profile_id,
    {
      conversation,
      client_id: answer.clientId,
      text: answer.text,
      gift: answer.gift,
      image,
      intimate_confirmed: true,
    },
    answer.host,
    { free: true },
  );
  const { desk_sample_percent } = await settingsOf(app, answer.host);
  await inTransaction(app.db, async (tx) => {
    const waited = await endWait(tx, conversation, sent.message.id);
    await recordAnswer(tx, {
      message: sent.message.id,
      operator,
      conversation,
      ...sides,
      waited,
      samplePercent: desk_sample_percent,
    });
  });
  tellDesk(app, conversation);
  return sent;
}
