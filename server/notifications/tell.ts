import type { NotificationType } from '#contract/enums.ts';
import { localePath } from '#contract/locales.ts';
import type { ProfileCard } from '#contract/profiles.ts';
import type { TemplateName, TemplateProps } from '#mail/index.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import type { Addressee } from './audience.ts';
import { pushText, type PushKind } from './push-texts.ts';
import { isWanted } from './rules.ts';

interface News<T extends TemplateName> {
  type: NotificationType;
  mail: T;
  props: TemplateProps<T>;
  push: PushKind;
  /** Who it is about. */
  from: ProfileCard;
  count?: number;
  /** The page that a click on the push opens, without a locale prefix. */
  path: string;
  /** A later push of the same tag takes the place of an earlier one. */
  tag: string;
}

/** Queues the mail and the push that the member has left switched on, together. */
export async function tell<T extends TemplateName>(app: Pick<App, 'db' | 'mailer' | 'push'>, to: Addressee, news: News<T>): Promise<void> {
  const { email, language: locale } = to;
  await inTransaction(app.db, async (tx) => {
    if (email && !to.disabled_notification_reason && isWanted(to.notifications_disabled, 'email', news.type))
      await app.mailer.send(tx, news.mail, { email, name: to.name, locale, memberId: to.id, host: to.host }, news.props);
    if (isWanted(to.notifications_disabled, 'push', news.type) && (await hasPush(tx, to.id)))
      await app.push.send(tx, to.id, { ...pushText(locale, news.push, news.from, news.count), path: localePath(locale, news.path), tag: news.tag });
  });
}

/** Whether a device of the member takes pushes. */
export const hasPush = async (db: App['db'], memberId: number): Promise<boolean> =>
  (await db.selectFrom('push_subscriptions').select('endpoint').where('member_id', '=', memberId).limit(1).executeTakeFirst()) !== undefined;
