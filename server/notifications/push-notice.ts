import { localePath } from '#contract/lists/locales.ts';
import type { NotificationType } from '#contract/lists/notifications.ts';
import { isWanted } from '#contract/rules/notification-rules.ts';
import { unreadOf } from '../chat/index.ts';
import { newLikesOf } from '../likes/index.ts';
import type { App } from '../platform/app.ts';
import { viewerOf } from '../visibility/index.ts';
import type { Addressee } from './audience.ts';
import { conversationActions } from './push-texts.ts';

export const takesPush = async (tx: App['db'], to: Addressee, type: NotificationType): Promise<boolean> =>
  isWanted(to.notifications_disabled, 'push', type) && (await hasPush(tx, to.id));

interface Notice {
  type: NotificationType;
  text: { title: string; body: string };
  path: string;
  tag: string;
  /** The conversation that the push is about. */
  conversation?: number | undefined;
}

/**
 * Pushes a text to the member's devices if the type is switched on. It includes the count for the app's
 * badge: unread messages and new likes.
 */
export async function pushNotice(
  app: Pick<App, 'parts' | 'db' | 'push'>,
  tx: App['db'],
  to: Addressee,
  notice: Notice,
): Promise<void> {
  if (!(await takesPush(tx, to, notice.type))) return;
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

export const hasPush = async (db: App['db'], memberId: number): Promise<boolean> =>
  (await db
    .selectFrom('push_subscriptions')
    .select('endpoint')
    .where('member_id', '=', memberId)
    .limit(1)
    .executeTakeFirst()) !== undefined;
