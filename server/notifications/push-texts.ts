import type { Locale } from '#contract/lists/locales.ts';
import type { NoticePush, PersonPush } from '#contract/lists/notifications.ts';
import type { ProfileKind } from '#contract/profiles.ts';
import { textsOf } from '#mail/texts.ts';

/**
 * Title and body of a push about one person, in the reader's language. Others can read a lock screen, so it
 * contains neither a name nor a message. It always states whether the profile is fictional or a cam profile.
 */
export function pushText(
  locale: Locale,
  kind: PersonPush,
  about: ProfileKind,
  count = 1,
): { title: string; body: string } {
  const t = textsOf('push').getFixedT(locale, 'push');
  const body = t(`${kind}.body`, { count });
  return { title: t(`${kind}.title`), body: about === 'member' ? body : `${t(`from.${about}`)} ${body}` };
}

/** Notices about the account, which members cannot turn off. */
type AccountPush = 'photo_approved' | 'photo_refused' | 'age_check';

/**
 * Title and body of a push that is not about another person: a photo decision, a reminder, the weekly update.
 */
export function noticeText(locale: Locale, kind: NoticePush | AccountPush): { title: string; body: string } {
  const t = textsOf('push').getFixedT(locale, 'push');
  return { title: t(`${kind}.title`), body: t(`${kind}.body`) };
}

/** The buttons on a push about a conversation. */
export function conversationActions(locale: Locale): { action: 'reply' | 'read'; title: string }[] {
  const t = textsOf('push').getFixedT(locale, 'push');
  return (['reply', 'read'] as const).map((action) => ({ action, title: t(`actions.${action}`) }));
}
