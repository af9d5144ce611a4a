import type { Locale } from '#contract/locales.ts';
import type { ProfileCard } from '#contract/profiles.ts';
import { labelledName, textsOf } from '#mail/texts.ts';

export type PushKind = 'like' | 'match' | 'message' | 'conversation';

/**
 * Title and body of a push in the reader's language. Lock screens are read by others: no message text stands in it, and
 * fictional and cam profiles carry their label.
 */
export function pushText(locale: Locale, kind: PushKind, from: Pick<ProfileCard, 'name' | 'kind'>, count = 1): { title: string; body: string } {
  const t = textsOf('push').getFixedT(locale, 'push');
  const name = labelledName(locale, from);
  return { title: t(`${kind}.title`, { name, count }), body: t(`${kind}.body`, { name, count }) };
}

/** The same for the decision about a photo, which is about nobody else. */
export function photoPushText(locale: Locale, approved: boolean): { title: string; body: string } {
  const t = textsOf('push').getFixedT(locale, 'push');
  const kind = approved ? 'photo_approved' : 'photo_refused';
  return { title: t(`${kind}.title`), body: t(`${kind}.body`) };
}
