import { sql } from 'kysely';
import type { AnnouncementType } from '#contract/notifications/calls.ts';
import type { AnnouncementWords } from '#contract/texts.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Tx } from '../../platform/database/index.ts';
import { addresseeOf, type Addressee, type MailAddressee, recipientOf } from '../audience.ts';
import { secondsUntilMail, secondsUntilQuietEnd } from '../mail-pace.ts';
import { noteMail } from '../note-mail.ts';
import { pushNotice, takesPush } from '../push-notice.ts';
import { hasWorkingAddress, takesMail } from '../rules.ts';
import { ANNOUNCE_ONE } from './announcement-jobs.ts';
import { MOST_DAYS_LATE } from './audience-condition.ts';
import { runningAnnouncement } from './running-announcement.ts';

const DAY_SECONDS = 24 * 3600;

/**
 * Sends an announcement to one member, once, as soon as a mail of its type may go. It is dropped if that is
 * more than `MOST_DAYS_LATE` days away.
 */
export async function sendAnnouncementTo(
  app: App,
  { id, member }: { id: number; member: number },
): Promise<void> {
  const to = await addresseeOf(app, member);
  await inTransaction(app.db, async (tx) => {
    const row = await runningAnnouncement(tx, id);
    if (!row) return;
    const words = to?.confirmed ? row.texts[to.language] : undefined;
    const ways = to && words ? await waysTo(tx, to, row.type) : null;
    const isDropped = ways === null || ways.wait > MOST_DAYS_LATE * DAY_SECONDS;
    if (!isDropped && ways.wait > 0) return sendLater(app, tx, { id, member }, ways.wait);
    // A member erased in the meantime gets no row.
    if (to && !(await noteSend(tx, id, member))) return;
    if (!to || !words || isDropped) {
      await sql`update announcements set dropped = dropped + 1 where id = ${id}`.execute(tx);
      return;
    }
    await sendNow(app, tx, { id, type: row.type, to, words, ways });
  });
}

const sendLater = (
  app: App,
  tx: Tx,
  { id, member }: { id: number; member: number },
  seconds: number,
): Promise<void> =>
  app.jobs.add(
    tx,
    ANNOUNCE_ONE,
    { id, member },
    {
      key: `member ${member} announce ${id}`,
      runAt: new Date(Date.now() + seconds * 1000),
      maxAttempts: 3,
    },
  );

async function noteSend(tx: Tx, id: number, member: number): Promise<boolean> {
  const { numAffectedRows } =
    await sql`insert into announcement_sends (announcement_id, member_id) values (${id}, ${member}) on conflict do nothing`.execute(
      tx,
    );
  return numAffectedRows !== 0n;
}

const TEMPLATES = { news: 'news', promotions: 'promotion', account: 'account-notice' } as const;

interface Announcement {
  id: number;
  type: AnnouncementType;
  to: Addressee;
  words: AnnouncementWords;
  ways: Ways;
}

async function sendNow(app: App, tx: Tx, { id, type, to, words, ways }: Announcement): Promise<void> {
  await sql`
    update announcements set sent = sent + 1, mailed = mailed + ${ways.mail ? 1 : 0}, pushed = pushed + ${ways.push ? 1 : 0} where id = ${id}`.execute(
    tx,
  );
  if (ways.mail) {
    if (type !== 'account') await noteMail(tx, to.id, type);
    await app.mailer.send(tx, TEMPLATES[type], recipientOf(ways.mail), {
      type,
      subject: words.subject,
      text: words.text,
      action: words.action ?? null,
    });
  }
  if (type === 'account') return;
  const text = {
    title: words.subject,
    body: words.text
      .replace(/\n\s*\n[^]*$/, '')
      .trim()
      .slice(0, 160),
  };
  await pushNotice(app, tx, to, {
    type,
    text,
    path: words.action?.path ?? '/members',
    tag: `announcement-${id}`,
  });
}

interface Ways {
  mail: MailAddressee | null;
  push: boolean;
  wait: number;
}

/**
 * Returns the channels by which an announcement reaches a member, and the seconds to wait, or null for no
 * channel. It waits for the end of a mail pause only if no push is possible.
 */
async function waysTo(tx: Tx, to: Addressee, type: AnnouncementType): Promise<Ways | null> {
  if (type === 'account') return hasWorkingAddress(to) ? { mail: to, push: false, wait: 0 } : null;
  const [mail, push] = [takesMail(to, type) ? to : null, await takesPush(tx, to, type)];
  if (mail) return { mail, push, wait: await secondsUntilMail(tx, to, type) };
  if (push) return { mail, push, wait: await secondsUntilQuietEnd(tx, to) };
  const unpaused = { ...to, pause_seconds: 0 };
  return takesMail(unpaused, type) ? { mail: unpaused, push, wait: to.pause_seconds } : null;
}
