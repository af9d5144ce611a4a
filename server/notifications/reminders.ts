import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import { inTransaction, type Tx } from '../platform/database/index.ts';
import { profileCards } from '../profiles/index.ts';
import { talkingWith } from '../visibility/index.ts';
import { addresseeOf } from './audience.ts';
import { noteMail, secondsUntilMail, secondsUntilMorning } from './mail-pace.ts';
import { noticeText } from './push-texts.ts';
import { takesMail } from './rules.ts';
import { pushNotice } from './tell.ts';

/** The job that looks whether messages still wait: `{ member }`. */
export const UNREAD_REMINDER = 'unread-reminder';
/** The job that looks what a new profile lacks: `{ member }`. */
export const PROFILE_REMINDER = 'profile-reminder';

const HOUR_MS = 3_600_000;
const UNREAD_HOURS = 24;
const PROFILE_DAYS = 3;
const SHOWN = 5;

/** Has a member reminded of messages that are still unread a day from now; several conversations share one reminder. */
export const queueUnreadReminder = (app: Pick<App, 'jobs' | 'db'>, member: number): Promise<void> =>
  app.jobs.add(app.db, UNREAD_REMINDER, { member }, { key: `member ${member} unread`, runAt: new Date(Date.now() + UNREAD_HOURS * HOUR_MS), maxAttempts: 5 });

/** Has a new member reminded of photo and text some days from now, in the transaction that activates the account. */
export const queueProfileReminder = (app: Pick<App, 'jobs'>, tx: Tx, member: number): Promise<void> =>
  app.jobs.add(
    tx,
    PROFILE_REMINDER,
    { member },
    { key: `member ${member} profile`, runAt: new Date(Date.now() + PROFILE_DAYS * 24 * HOUR_MS), maxAttempts: 5 },
  );

/** Reminds of conversations whose newest message has been unread for a day; says nothing when all was read. */
export async function remindOfUnread(app: App, { member }: { member: number }): Promise<void> {
  const to = await addresseeOf(app, member);
  if (!to || to.present) return;
  await inTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ id: number; count: number }>`
      select side.other_id as id, side.unread as count
      from participants side join profiles p on p.id = side.other_id
        join messages newest on newest.conversation_id = side.conversation_id and newest.id = side.last_message_id
      where side.member_id = ${member} and side.unread > 0 and not side.hidden and ${talkingWith(member)}
        and newest.created_at < app_now() - ${UNREAD_HOURS - 1} * interval '1 hour'
      order by side.last_message_id desc limit 100`.execute(tx);
    if (rows.length === 0) return;
    const mails = takesMail(to, 'unread_message_reminders');
    const wait = mails ? await secondsUntilMail(tx, to, 'unread_message_reminders') : await secondsUntilMorning(tx, to);
    // At night it waits for the morning; a pause of days since the last one ends it.
    if (wait > 0 && wait <= 12 * 3600)
      return app.jobs.add(tx, UNREAD_REMINDER, { member }, { key: `member ${member} unread`, runAt: new Date(Date.now() + wait * 1000), maxAttempts: 5 });
    if (mails && wait === 0) {
      const counts = new Map(rows.map(({ id, count }) => [id, count]));
      const cards = await profileCards(
        { ...app, db: tx },
        member,
        rows.slice(0, SHOWN).map(({ id }) => id),
      );
      await noteMail(tx, member, 'unread_message_reminders');
      await app.mailer.send(
        tx,
        'unread-reminder',
        { email: to.email, name: to.name, locale: to.language, memberId: to.id, host: to.host },
        {
          name: to.name,
          people: cards.map(({ id, name, age, city, kind }) => ({ id, name, age, city, kind, count: counts.get(id)! })),
          total: rows.length,
        },
      );
    }
    await pushNotice(app, tx, to, { type: 'unread_message_reminders', text: noticeText(to.language, 'reminder'), path: '/chats', tag: 'unread' });
  });
}

/** Reminds a member whose profile has no photo or no text, once. */
export async function remindOfProfile(app: App, { member }: { member: number }): Promise<void> {
  const to = await addresseeOf(app, member);
  if (!to?.confirmed) return;
  const profile = await app.db.selectFrom('profiles').select(['main_photo_id', 'about']).where('id', '=', member).executeTakeFirstOrThrow();
  const lacks = [...(profile.main_photo_id === null ? (['photo'] as const) : []), ...(profile.about?.trim() ? [] : (['about'] as const))];
  if (lacks.length === 0) return;
  await inTransaction(app.db, async (tx) => {
    const mails = takesMail(to, 'reminders');
    const wait = mails ? await secondsUntilMail(tx, to, 'reminders') : await secondsUntilMorning(tx, to);
    if (wait > 0)
      return app.jobs.add(tx, PROFILE_REMINDER, { member }, { key: `member ${member} profile`, runAt: new Date(Date.now() + wait * 1000), maxAttempts: 5 });
    if (mails) {
      await noteMail(tx, member, 'reminders');
      const recipient = { email: to.email, name: to.name, locale: to.language, memberId: to.id, host: to.host };
      await app.mailer.send(tx, 'profile-reminder', recipient, { name: to.name, lacks });
    }
    await pushNotice(app, tx, to, { type: 'reminders', text: noticeText(to.language, 'profile'), path: '/profile', tag: 'profile' });
  });
}
