import { sql } from 'kysely';
import type { Locale } from '#contract/lists/locales.ts';
import { takeOverdueWaits } from '../chat/index.ts';
import { giveBackCredits } from '../credits/index.ts';
import { addresseeOf } from '../notifications/index.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { profileCardMap } from '../profiles/index.ts';
import { settingByHost } from '../site-settings/index.ts';

const BATCH = 100;

/**
 * Gives back what members paid for messages that a fictional profile left unanswered for the setting
 * `fictional_answer_hours` of the member's own site, with a kind word by mail, all in one transaction a batch. Runs often; a repeat gives nothing twice.
 */
export async function returnUnansweredCredits(app: App, signal?: AbortSignal): Promise<void> {
  const hours = await settingByHost(app, 'fictional_answer_hours', sql`m.host`);
  while (!signal?.aborted) {
    const told = await inTransaction(app.db, async (tx) => {
      const waits = await takeOverdueWaits(tx, hours, BATCH);
      const balances: { member: number; conversation: number; credits: number; paidUser: boolean }[] = [];
      for (const wait of waits.toSorted((a, b) => a.member_id - b.member_id)) {
        if (wait.credits === 0) continue;
        const booked = await giveBackCredits(tx, {
          member: wait.member_id,
          credits: wait.credits,
          key: `unanswered:${wait.first_message_id}`,
          spentAt: wait.since,
        });
        balances.push({ member: wait.member_id, conversation: wait.conversation_id, credits: booked.credits, paidUser: booked.paidUser });
        const to = await addresseeOf({ ...app, db: tx }, wait.member_id);
        const from = (await profileCardMap({ ...app, db: tx }, wait.member_id, [wait.profile_id])).get(wait.profile_id);
        if (to?.email && from && !to.disabled_notification_reason) {
          await app.mailer.send(
            tx,
            'unanswered',
            { email: to.email, name: to.name, locale: to.language as Locale, memberId: to.id, host: to.host },
            { name: to.name, from, conversation: wait.conversation_id, credits: wait.credits, hours: wait.hours },
          );
        }
      }
      return { taken: waits.length, balances };
    });
    for (const { member, conversation, credits, paidUser } of told.balances) {
      app.events.emit(member, 'credits', { credits, paid_user: paidUser, reason: 'unanswered' });
      app.events.emit(member, 'changed', { what: 'chats', conversation });
    }
    if (told.taken < BATCH) return;
  }
}
