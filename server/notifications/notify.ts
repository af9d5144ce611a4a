import { sql } from 'kysely';
import type { CollectedType } from '#contract/lists/notifications.ts';
import type { ProfileCard } from '#contract/profiles.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import type { Addressee } from './audience.ts';
import { collectedNews, type NewsItem } from './collected-news.ts';
import { secondsUntilMail, secondsUntilQuietEnd } from './mail-pace.ts';
import { pushNotice, takesPush } from './push-notice.ts';
import { pushText } from './push-texts.ts';
import { holdPush } from './rhythm/hold-push.ts';
import { queueNewsDigest } from './rhythm/queue-news-digest.ts';
import { takesMail } from './rules.ts';

/** The job that mails a member the collected items of one type: `{ member, type }`. */
export const SEND_NEWS = 'send-news';

interface News {
  type: CollectedType;
  from: ProfileCard;
  item: NewsItem;
}

/**
 * Pushes an item and collects it for the next mail of its type, or of the member's rhythm, if the member's switches
 * allow push and mail. A push waits for the end of quiet hours that hold pushes.
 */
export async function notify(app: App, to: Addressee, news: News): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    if (takesMail(to, news.type)) {
      await sql`insert into notification_news (member_id, type, about_id) values (${to.id}, ${news.type}, ${news.from.id})
        on conflict (member_id, type, about_id) do nothing`.execute(tx);
      await queueNewsMail(app, tx, to, news.type);
    }
    const { type, from, item } = news;
    if (to.rhythm.quiet_push && (await secondsUntilQuietEnd(tx, to)) > 0) {
      if (await takesPush(tx, to, type)) await holdPush(app, tx, to, { type, about: from.id });
      return;
    }
    const { push, ...notice } = collectedNews[type].notice(item);
    await pushNotice(app, tx, to, {
      type,
      text: pushText(to, push, from, item.count),
      ...notice,
    });
  });
}

/**
 * Queues the mail of a type for the earliest time it may go out, or the one mail of the member's rhythm. One job waits
 * for each member and type.
 */
export async function queueNewsMail(
  app: Pick<App, 'jobs'>,
  tx: App['db'],
  to: Addressee,
  type: CollectedType,
): Promise<void> {
  if (to.rhythm.mail_rhythm !== 'at_once') return queueNewsDigest(app, tx, to);
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
