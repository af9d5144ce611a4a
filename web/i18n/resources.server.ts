import { createHash } from 'node:crypto';
import type { Locale } from '#contract/lists/locales.ts';
import type { Resources } from '#web/page/page.tsx';

type Tree = { [key: string]: string | Tree };

const files = import.meta.glob<Tree>('../../locales/*/*.json', { eager: true, import: 'default' });

const byLocale = new Map<string, Record<string, Tree>>();
for (const [path, tree] of Object.entries(files)) {
  const [, locale, namespace] = /locales\/(\w+)\/([\w-]+)\.json$/.exec(path)!;
  byLocale.set(locale!, { ...byLocale.get(locale!), [namespace!]: tree });
}

/** Changes when any text changes: browsers keep translations by it for ever. */
export const translationsVersion = createHash('sha256')
  .update(JSON.stringify([...byLocale]))
  .digest('hex')
  .slice(0, 12);

/** A namespace in a language; what is not translated yet stands in English. Null for an unknown namespace. */
export function translations(locale: string, namespace: string): Tree | null {
  const english = byLocale.get('en')?.[namespace];
  const own = byLocale.get(locale)?.[namespace];
  if (!english) return own ?? null;
  return own && locale !== 'en' ? merge(english, own) : english;
}

/** The namespaces given in `locale`, for one page. */
export const resourcesFor = (locale: Locale, namespaces: Iterable<string>): Resources =>
  Object.fromEntries([...namespaces].map((namespace) => [namespace, translations(locale, namespace) ?? {}]));

function merge(base: Tree, over: Tree): Tree {
  const merged: Tree = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key];
    // A list (the sections of a page) is one text.
    merged[key] = typeof value === 'object' && typeof below === 'object' && !Array.isArray(value) ? merge(below, value) : value;
  }
  return merged;
}
