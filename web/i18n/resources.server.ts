import { createHash } from 'node:crypto';
import type { Locale } from '#contract/lists/locales.ts';
import type { Resources } from '#web/page/page.tsx';
import { createTranslator, type Translator } from './translator.ts';

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
export const translations = once((locale: string, namespace: string): Tree | null => {
  const english = byLocale.get('en')?.[namespace];
  const own = byLocale.get(locale)?.[namespace];
  if (!english) return own ?? null;
  return own && locale !== 'en' ? merge(english, own) : english;
});

const jsonOf = once((locale: string, namespace: string) => JSON.stringify(translations(locale, namespace) ?? {}));

/** The words of pages that show the same namespaces in the same language; nothing of it is one reader's. */
export interface Words {
  translator: Translator;
  /** The namespaces as JSON, for the browser. */
  json: string;
}

const wordsOf = once((locale: string, list: string): Words => {
  const namespaces = list.split(' ');
  const resources: Resources = Object.fromEntries(namespaces.map((namespace) => [namespace, translations(locale, namespace) ?? {}]));
  return {
    translator: createTranslator(locale as Locale, resources),
    get json() {
      return `{${namespaces.map((namespace) => `${JSON.stringify(namespace)}:${jsonOf(locale, namespace)}`).join()}}`;
    },
  };
});

/** The namespaces given in `locale`, for one page. */
export const wordsFor = (locale: Locale, namespaces: Iterable<string>): Words => wordsOf(locale, [...namespaces].join(' '));

/** Texts change with a build alone: what is made of a language and a name is made once. */
function once<T>(make: (locale: string, name: string) => T): (locale: string, name: string) => T {
  const made = new Map<string, T>();
  return (locale, name) => {
    const key = `${locale} ${name}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const it = make(locale, name);
    // Any language and name can be asked for by an address: only those that there are take memory.
    if (byLocale.has(locale) && it !== null) made.set(key, it);
    return it;
  };
}

function merge(base: Tree, over: Tree): Tree {
  const merged: Tree = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key];
    // A list (the sections of a page) is one text.
    merged[key] = typeof value === 'object' && typeof below === 'object' && !Array.isArray(value) ? merge(below, value) : value;
  }
  return merged;
}
