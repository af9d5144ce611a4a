import { sql } from 'kysely';
import type { NotificationType } from '#contract/enums.ts';
import { localePath } from '#contract/lists/locales.ts';
import type { ProfileCard } from '#contract/profiles.ts';
import { unreadOf } from '../chat/index.ts';
import { newLikesOf } from '../likes/index.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { viewerOf } from '../visibility/index.ts';
import type { Addressee } from './audience.ts';
import { secondsUntilMail } from './mail-pace.ts';
import { pushText, type PushKind } from './push-texts.ts';
import { isWanted, takesMail } from './rules.ts';

/** The job that mails a member what was noted: `{ member, type }`. */
export const SEND_NEWS = 'send-news';

/** News of which several may come at once: they wait for each other and go out in one mail. */
export type NewsType = 'new_conversations' | 'new_messages' | 'like';

interface News {
  type: NewsType;
  push: PushKind;
  /** Who it is about. */
  from: ProfileCard;
  count?: number;
  /** The page that a click on the push opens, without a locale prefix. */
  path: string;
  /** A later push of the same tag takes the place of an earlier one. */
  tag: string;
}

/** Pushes the news at once and notes it for the next mail of its type, as the member left them switched on. */
export async function tell(app: App, to: Addressee, news: News): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    if (takesMail(to, news.type)) {
      await sql`insert into notification_news (member_id, type, about_id) values (${to.id}, ${news.type}, ${news.from.id})
        on conflict (member_id, type, about_id) do nothing`.execute(tx);
      await queueNewsMail(app, tx, to, news.type);
    }
    const text = pushText(to.language, news.push, news.from.kind, news.count);
    await pushNotice(app, tx, to, { type: news.type, text, path: news.path, tag: news.tag });
  });
}

/** Has what was noted mailed as soon as a mail of its type may go; one job waits for each member and type. */
export async function queueNewsMail(app: Pick<App, 'jobs'>, tx: App['db'], to: Addressee, type: NewsType): Promise<void> {
  const seconds = await secondsUntilMail(tx, to, type);
  await app.jobs.add(
    tx,
    SEND_NEWS,
    { member: to.id, type },
    { key: `member ${to.id} news ${type}`, maxAttempts: 5, ...(seconds > 0 ? { runAt: new Date(Date.now() + seconds * 1000) } : {}) },
  );
}

/** Whether a push of this type reaches a device of the member. */
export const takesPush = async (tx: App['db'], to: Addressee, type: NotificationType): Promise<boolean> =>
  isWanted(to.notifications_disabled, 'push', type) && (await hasPush(tx, to.id));

/** Pushes a text to the member's devices, where the type is switched on, with the number for the app's badge: unread messages and new likes. */
export async function pushNotice(
  app: Pick<App, 'parts' | 'db' | 'push'>,
  tx: App['db'],
  to: Addressee,
  notice: { type: NotificationType; text: { title: string; body: string }; path: string; tag: string },
): Promise<void> {
  if (!(await takesPush(tx, to, notice.type))) return;
  const badge = (await unreadOf(tx, to.id)) + (await newLikesOf(tx, await viewerOf(app, to.id, to.host)));
  await app.push.send(tx, to.id, { ...notice.text, path: localePath(to.language, notice.path), tag: notice.tag, badge });
}

/** Whether a device of the member takes pushes. */
export const hasPush = async (db: App['db'], memberId: number): Promise<boolean> =>
  (await db.selectFrom('push_subscriptions').select('endpoint').where('member_id', '=', memberId).limit(1).executeTakeFirst()) !== undefined;
