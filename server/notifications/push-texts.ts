import type { ProfileKind } from '#contract/enums.ts';
import type { Locale } from '#contract/lists/locales.ts';
import { textsOf } from '#mail/texts.ts';

export type PushKind = 'like' | 'match' | 'message' | 'conversation';

/**
 * Title and body of a push in the reader's language. Lock screens are read by others: neither a name nor a message
 * stands in it. That it is about a fictional or cam profile always does.
 */
export function pushText(locale: Locale, kind: PushKind, about: ProfileKind, count = 1): { title: string; body: string } {
  const t = textsOf('push').getFixedT(locale, 'push');
  const body = t(`${kind}.body`, { count });
  return { title: t(`${kind}.title`), body: about === 'member' ? body : `${t(`from.${about}`)} ${body}` };
}

/** The same for what is about nobody else: a decision about the member's photo, a reminder, the week's new members. */
export function noticeText(locale: Locale, kind: 'photo_approved' | 'photo_refused' | 'reminder' | 'weekly' | 'profile'): { title: string; body: string } {
  const t = textsOf('push').getFixedT(locale, 'push');
  return { title: t(`${kind}.title`), body: t(`${kind}.body`) };
}
