import { keysOf } from '#contract/keys.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { NoticePush, PersonPush } from '#contract/lists/notifications.ts';
import type { ProfileKind } from '#contract/profiles.ts';
import { textsOf } from '#mail/texts.ts';

/**
 * Title and body of a push about one person, in the reader's language. Others can read a lock screen, so it
 * never contains a message, and a name only if the reader wants it. It always states whether the profile is
 * fictional or a cam profile.
 */
export function pushText(
  { language, push_names }: { language: Locale; push_names: boolean },
  kind: PersonPush,
  about: { name: string; kind: ProfileKind },
  count = 1,
): { title: string; body: string } {
  const t = textsOf('push').getFixedT(language, 'push');
  const body = t(`${kind}.body`, { count });
  return {
    title: push_names ? t(`${kind}.named`, { name: about.name }) : t(`${kind}.title`),
    body: about.kind === 'member' ? body : `${t(`from.${about.kind}`)} ${body}`,
  };
}

export interface QuietCounts {
  messages: number;
  likes: number;
  photos: number;
}

/** The one push after quiet hours: how much of what arrived, and whether fictional or cam profiles are among it. */
export function quietText(
  locale: Locale,
  counts: QuietCounts,
  kinds: readonly ProfileKind[],
): { title: string; body: string } {
  const t = textsOf('push').getFixedT(locale, 'push');
  const headings = textsOf('mail').getFixedT(locale, 'mail');
  const parts = keysOf(counts).flatMap((what) =>
    counts[what] > 0 ? [headings(`${what}_digest.subject`, { count: counts[what] })] : [],
  );
  const labels = (['fictional', 'cam'] as const).filter((kind) => kinds.includes(kind));
  const body = [`${parts.join(' · ')}.`, ...labels.map((kind) => t(`quiet.with_${kind}`))].join(' ');
  return { title: t('quiet.title'), body };
}

/** Notices about the account, which members cannot turn off. */
type AccountPush =
  | 'photo_approved'
  | 'photo_refused'
  | 'voice_intro_approved'
  | 'voice_intro_refused'
  | 'age_check'
  | 'age_check_ends';

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
