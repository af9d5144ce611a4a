import { sql } from 'kysely';
import { hasNews } from '../../chat/index.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { profileCards } from '../../profiles/index.ts';
import { talkingWith, viewerOf } from '../../visibility/index.ts';
import { recipientOf, addresseeOf } from '../audience.ts';
import { secondsUntilMail, secondsUntilQuietEnd } from '../mail-pace.ts';
import { noteMail } from '../note-mail.ts';
import { pushNotice } from '../push-notice.ts';
import { noticeText } from '../push-texts.ts';
import { mailPersonOf, takesMail } from '../rules.ts';
import { UNREAD_HOURS, UNREAD_REMINDER } from './reminder-jobs.ts';

const SHOWN = 5;

export async function remindOfUnread(app: App, { member }: { member: number }): Promise<void> {
  const to = await addresseeOf(app, member);
  if (!to || to.present) return;
  const viewer = await viewerOf(app, member, to.host);
  await inTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ id: number; count: number }>`
      select side.other_id as id, side.unread as count
      from unread_sides_of(${member}) side join profiles p on p.id = side.other_id
        cross join lateral messages_at(side.conversation_id, side.last_message_id) newest
      where ${hasNews('side', member)} and not side.hidden and ${talkingWith(viewer)}
        and newest.created_at < app_now() - ${UNREAD_HOURS - 1} * interval '1 hour'
      order by side.last_message_id desc limit 100`.execute(tx);
    if (rows.length === 0) return;
    // With a daily or weekly rhythm, unread messages are in that mail.
    const mails = to.rhythm.mail_rhythm === 'at_once' && takesMail(to, 'unread_message_reminders');
    const wait = mails
      ? await secondsUntilMail(tx, to, 'unread_message_reminders')
      : await secondsUntilQuietEnd(tx, to);
    // The reminder waits until the morning, but is dropped if the minimum pause since the last mail is longer
    // than that.
    if (wait > 0 && wait <= 12 * 3600)
      return app.jobs.add(
        tx,
        UNREAD_REMINDER,
        { member },
        { key: `member ${member} unread`, runAt: new Date(Date.now() + wait * 1000), maxAttempts: 5 },
      );
    if (mails && wait === 0) {
      const counts = new Map(rows.map(({ id, count }) => [id, count]));
      const cards = await profileCards(
        { ...app, db: tx },
        viewer,
        rows.slice(0, SHOWN).map(({ id }) => id),
      );
      await noteMail(tx, member, 'unread_message_reminders');
      await app.mailer.send(tx, 'unread-reminder', recipientOf(to), {
        name: to.name,
        people: cards.map((card) => ({
          ...mailPersonOf(card),
          count: counts.get(card.id) ?? 1,
        })),
        total: rows.length,
      });
    }
    await pushNotice(app, tx, to, {
      type: 'unread_message_reminders',
      text: noticeText(to.language, 'reminder'),
      path: '/chats',
      tag: 'unread',
    });
  });
}
