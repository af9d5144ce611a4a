import { sql } from 'kysely';
import type { CollectedType, PersonPush } from '#contract/lists/notifications.ts';
import type { ProfileCard } from '#contract/profiles.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import type { Addressee } from './audience.ts';
import { secondsUntilMail } from './mail-pace.ts';
import { pushNotice } from './push-notice.ts';
import { pushText } from './push-texts.ts';
import { takesMail } from './rules.ts';

/** The job that mails a member the collected items of one type: `{ member, type }`. */
export const SEND_NEWS = 'send-news';

interface News {
  type: CollectedType;
  push: PersonPush;
  from: ProfileCard;
  count?: number;
  path: string;
  tag: string;
  conversation?: number;
}

/**
 * Pushes an item immediately and collects it for the next mail of its type, if the member's switches allow
 * push and mail.
 */
export async function notify(app: App, to: Addressee, news: News): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    if (takesMail(to, news.type)) {
      await sql`insert into notification_news (member_id, type, about_id) values (${to.id}, ${news.type}, ${news.from.id})
        on conflict (member_id, type, about_id) do nothing`.execute(tx);
      await queueNewsMail(app, tx, to, news.type);
    }
    const text = pushText(to.language, news.push, news.from.kind, news.count);
    const { type, path, tag, conversation } = news;
    await pushNotice(app, tx, to, { type, text, path, tag, conversation });
  });
}

/** Queues the mail of a type for the earliest time it may go out. One job waits for each member and type. */
export async function queueNewsMail(
  app: Pick<App, 'jobs'>,
  tx: App['db'],
  to: Addressee,
  type: CollectedType,
): Promise<void> {
  const seconds = await secondsUntilMail(tx, to, type);
  await app.jobs.add(
    tx,
    SEND_NEWS,
    { member: to.id, type },
    {
      key: `member ${to.id} news ${type}`,
      maxAttempts: 5,
      ...(seconds > 0 ? { runAt: new Date(Date.now() + seconds * 1000) } : {}),
    },
  );
}
