import { sql } from 'kysely';
import { recordActivity } from '../activity/index.ts';
import { noteReturned, takeOverdueWaits } from '../chat/index.ts';
import { giveBackMessages } from '../credits/index.ts';
import { addresseeOf, hasWorkingAddress } from '../notifications/index.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { profileCard } from '../profiles/index.ts';
import { settingByHost } from '../site-settings/index.ts';
import { viewerOf } from '../visibility/index.ts';
import { recordReturn } from './statement/record-return.ts';

const BATCH = 100;

/**
 * Refunds messages that a fictional profile left unanswered for `fictional_answer_hours` (setting of the
 * member's own site) and mails the member, one transaction per batch. Idempotent.
 */
export async function returnUnansweredCredits(app: App, signal?: AbortSignal): Promise<void> {
  const hours = await settingByHost(app, 'fictional_answer_hours', sql`m.host`);
  while (!signal?.aborted) {
    const told = await inTransaction(app.db, async (tx) => {
      const waits = await takeOverdueWaits(tx, hours, BATCH);
      const balances: { member: number; conversation: number; credits: number; paidUser: boolean }[] = [];
      for (const wait of waits.toSorted((a, b) => a.member_id - b.member_id)) {
        const booked = await giveBackMessages(tx, wait.member_id, wait.paid);
        if (!booked) continue;
        await noteReturned(tx, wait.conversation_id, booked.returned);
        await recordReturn(tx, {
          conversation: wait.conversation_id,
          member: wait.member_id,
          credits: booked.returned,
        });
        await recordActivity(app, tx, {
          member: wait.member_id,
          kind: 'credits_returned',
          key: `wait ${wait.paid[0]?.id ?? wait.conversation_id}`,
          about: wait.profile_id,
          details: { credits: booked.returned, conversation: wait.conversation_id },
        });
        balances.push({
          member: wait.member_id,
          conversation: wait.conversation_id,
          credits: booked.credits,
          paidUser: booked.paidUser,
        });
        const to = await addresseeOf({ ...app, db: tx }, wait.member_id);
        const viewer = await viewerOf(app, wait.member_id, to?.host);
        const from = await profileCard({ ...app, db: tx }, viewer, wait.profile_id);
        if (to && from && hasWorkingAddress(to)) {
          await app.mailer.send(
            tx,
            'unanswered',
            { email: to.email, name: to.name, locale: to.language, memberId: to.id, host: to.host },
            {
              name: to.name,
              from,
              conversation: wait.conversation_id,
              credits: booked.returned,
              hours: wait.hours,
            },
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
