import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { recipientOf, addresseeOf } from '../audience.ts';
import { secondsUntilMail, secondsUntilQuietEnd } from '../mail-pace.ts';
import { noteMail } from '../note-mail.ts';
import { pushNotice } from '../push-notice.ts';
import { noticeText } from '../push-texts.ts';
import { takesMail } from '../rules.ts';
import { PROFILE_REMINDER } from './reminder-jobs.ts';

export async function remindOfProfile(app: App, { member }: { member: number }): Promise<void> {
  const to = await addresseeOf(app, member);
  if (!to?.confirmed) return;
  const profile = await app.db
    .selectFrom('profiles')
    .select(['main_photo_id', 'about'])
    .where('id', '=', member)
    .executeTakeFirstOrThrow();
  const lacks = [
    ...(profile.main_photo_id === null ? (['photo'] as const) : []),
    ...(profile.about?.trim() ? [] : (['about'] as const)),
  ];
  if (lacks.length === 0) return;
  await inTransaction(app.db, async (tx) => {
    const mails = takesMail(to, 'reminders');
    const wait = mails ? await secondsUntilMail(tx, to, 'reminders') : await secondsUntilQuietEnd(tx, to);
    if (wait > 0)
      return app.jobs.add(
        tx,
        PROFILE_REMINDER,
        { member },
        { key: `member ${member} profile`, runAt: new Date(Date.now() + wait * 1000), maxAttempts: 5 },
      );
    if (mails) {
      await noteMail(tx, member, 'reminders');
      await app.mailer.send(tx, 'profile-reminder', recipientOf(to), { name: to.name, lacks });
    }
    await pushNotice(app, tx, to, {
      type: 'reminders',
      text: noticeText(to.language, 'profile'),
      path: '/profile',
      tag: 'profile',
    });
  });
}
