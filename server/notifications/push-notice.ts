import { localePath } from '#contract/lists/locales.ts';
import { notificationKinds, type NotificationType } from '#contract/lists/notifications.ts';
import { isWanted } from '#contract/rules/notification-rules.ts';
import { unreadOf } from '../chat/index.ts';
import { newLikesOf } from '../likes/index.ts';
import type { App } from '../platform/app.ts';
import { viewerOf } from '../visibility/index.ts';
import type { Addressee } from './audience.ts';
import { secondsUntilQuietEnd } from './mail-pace.ts';
import { conversationActions } from './push-texts.ts';
import { PUSH_LATER } from './rhythm/rhythm-jobs.ts';

export const takesPush = async (tx: App['db'], to: Addressee, type: NotificationType): Promise<boolean> =>
  isWanted(to.notifications_disabled, 'push', type) && (await hasPush(tx, to.id));

export interface Notice {
  /** Null for news about the account, to which no switch applies. */
  type: NotificationType | null;
  text: { title: string; body: string };
  path: string;
  tag: string;
  /** The conversation that the push is about. */
  conversation?: number | undefined;
}

/**
 * Pushes a text to the member's devices if the type is switched on, or later if quiet hours hold pushes: the newest of
 * those with the same tag. It includes the count for the app's
 * badge: unread messages and new likes.
 */
export async function pushNotice(
  app: Pick<App, 'parts' | 'db' | 'push' | 'jobs'>,
  tx: App['db'],
  to: Addressee,
  notice: Notice,
): Promise<void> {
  const { type, tag } = notice;
  if (!(await (type === null ? hasPush(tx, to.id) : takesPush(tx, to, type)))) return;
  const seconds = isHeldAtNight(to, type) ? await secondsUntilQuietEnd(tx, to) : 0;
  if (seconds > 0)
    return app.jobs.add(
      tx,
      PUSH_LATER,
      { member: to.id, notice },
      {
        key: `member ${to.id} push ${tag}`,
        maxAttempts: 5,
        runAt: new Date(Date.now() + seconds * 1000),
      },
    );
  const badge = (await unreadOf(tx, to.id)) + (await newLikesOf(tx, await viewerOf(app, to.id, to.host)));
  await app.push.send(tx, to.id, {
    ...notice.text,
    path: localePath(to.language, notice.path),
    tag: notice.tag,
    badge,
    ...(notice.conversation !== undefined && {
      conversation: { id: notice.conversation, actions: conversationActions(to.language) },
    }),
  });
}

/** Only what is about nobody waits without being asked for. A check-in comes when the member wanted it. */
const isHeldAtNight = ({ rhythm }: Addressee, type: NotificationType | null): boolean =>
  type !== 'check_ins' && (rhythm.quiet_push || (type !== null && !('collected' in notificationKinds[type])));

export const hasPush = async (db: App['db'], memberId: number): Promise<boolean> =>
  (await db
    .selectFrom('push_subscriptions')
    .select('endpoint')
    .where('member_id', '=', memberId)
    .limit(1)
    .executeTakeFirst()) !== undefined;
