import { readFileSync } from 'node:fs';
import i18next, { type i18n } from 'i18next';
import { locales, type Locale } from '#contract/locales.ts';
import type { ProfileCard } from '#contract/profiles.ts';

let loaded: i18n | null = null;

/** All languages of the namespace `push`. */
function texts(): i18n {
  if (loaded) return loaded;
  loaded = i18next.createInstance();
  void loaded.init({
    ns: 'push',
    fallbackLng: 'en',
    initAsync: false,
    resources: Object.fromEntries(locales.map((locale) => [locale, { push: read(locale) }])),
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
  });
  return loaded;
}

const read = (locale: Locale) => JSON.parse(readFileSync(new URL(`../../locales/${locale}/push.json`, import.meta.url), 'utf8')) as Record<string, unknown>;

export type PushKind = 'like' | 'match' | 'message' | 'conversation';

/**
 * Title and body of a push in the reader's language. Lock screens are read by others: no message text stands in it, and
 * fictional and cam profiles carry their label (security.md, "Honesty towards members").
 */
export function pushText(locale: Locale, kind: PushKind, from: Pick<ProfileCard, 'name' | 'kind'>, count = 1): { title: string; body: string } {
  const t = texts().getFixedT(locale, 'push');
  const name = from.kind === 'member' ? from.name : t(`labelled.${from.kind}`, { name: from.name });
  return { title: t(`${kind}.title`, { name, count }), body: t(`${kind}.body`, { name, count }) };
}
