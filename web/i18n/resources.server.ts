import { createHash } from 'node:crypto';
import type { Locale } from '#contract/lists/locales.ts';
import { jsonInScript } from '#web/page/hand-off.ts';
import { createTranslator, type Translator } from './translator.ts';

type Tree = { [key: string]: string | Tree };

const files = import.meta.glob<Tree>(['../../locales/*/*.json', '../../locales/*/office/*.json'], {
  eager: true,
  import: 'default',
});

/** Words by `namespace:key`. */
type OwnWords = Record<string, string>;

const byLocale = new Map<string, Record<string, Tree>>();
for (const [path, tree] of Object.entries(files)) {
  const [, locale, namespace] = /locales\/(\w+)\/((?:office\/)?[\w-]+)\.json$/.exec(path) ?? [];
  if (locale && namespace) byLocale.set(locale, { ...byLocale.get(locale), [namespace]: tree });
}

/** Changes when any text changes, so that browsers may cache translations indefinitely. */
export const translationsVersion = createHash('sha256')
  .update(JSON.stringify([...byLocale]))
  .digest('hex')
  .slice(0, 12);

/**
 * A namespace in a language, with English for missing keys, and with the words of an experiment in place of the usual
 * ones. Null if there is no such namespace.
 */
export function translations(locale: string, namespace: string, own: OwnWords = {}): Tree | null {
  const usual = usualTranslations(locale, namespace);
  return Object.entries(own).reduce((tree, [subject, text]) => {
    const [where, key = ''] = subject.split(':');
    return tree && where === namespace ? replaced(tree, key.split('.'), text) : tree;
  }, usual);
}

function replaced(tree: Tree, [name = '', ...rest]: readonly string[], text: string): Tree {
  const below = tree[name];
  if (rest.length === 0) return typeof below === 'string' ? { ...tree, [name]: text } : tree;
  return typeof below === 'object' ? { ...tree, [name]: replaced(below, rest, text) } : tree;
}

const usualTranslations = once((locale: string, namespace: string): Tree | null => {
  const english = byLocale.get('en')?.[namespace];
  const own = byLocale.get(locale)?.[namespace];
  if (!english) return own ?? null;
  return own && locale !== 'en' ? merge(english, own) : english;
});

/** A namespace as a property of a JSON object. */
const jsonOf = once((locale: string, namespace: string) =>
  propertyOf(namespace, translations(locale, namespace)),
);

const propertyOf = (namespace: string, texts: Tree | null) =>
  Buffer.from(`${JSON.stringify(namespace)}:${jsonInScript(texts ?? {})}`);

const translators = new Map<Locale, Translator>();

/** A translator with all namespaces, shared by all pages in the language. */
function translatorOf(locale: Locale): Translator {
  const known = translators.get(locale) ?? newTranslator(locale);
  translators.set(locale, known);
  return known;
}

function newTranslator(locale: Locale, own: OwnWords = {}): Translator {
  const namespaces = Object.keys(byLocale.get('en') ?? {});
  return createTranslator(
    locale,
    Object.fromEntries(namespaces.map((name) => [name, translations(locale, name, own) ?? {}])),
  );
}

export interface Words {
  translator: Translator;
  /**
   * The namespaces that the browser needs to show the rendered page, as properties of a JSON object in a script
   * element.
   */
  json: () => Buffer[];
}

/** The words of one page. It gets the announced namespaces, and any others that its components turn out to use. */
export function wordsFor(locale: Locale, announced: Iterable<string>, own: OwnWords = {}): Words {
  const hasOwn = Object.keys(own).length > 0;
  const used = new Set(announced);
  return {
    translator: {
      ...(hasOwn ? newTranslator(locale, own) : translatorOf(locale)),
      arrival(namespace) {
        used.add(namespace);
        return null;
      },
    },
    json: () =>
      [...used].map((name) =>
        hasOwn ? propertyOf(name, translations(locale, name, own)) : jsonOf(locale, name),
      ),
  };
}

/** Caches results by language and name, because texts only change with a build. */
function once<T>(make: (locale: string, name: string) => T): (locale: string, name: string) => T {
  const made = new Map<string, T>();
  return (locale, name) => {
    const key = `${locale} ${name}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const it = make(locale, name);
    // Requests can name any language and namespace, so cache only existing ones.
    if (byLocale.has(locale) && it !== null) made.set(key, it);
    return it;
  };
}

function merge(base: Tree, over: Tree): Tree {
  const merged: Tree = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key];
    // A list, such as the sections of a page, is translated as a whole.
    merged[key] =
      typeof value === 'object' && typeof below === 'object' && !Array.isArray(value)
        ? merge(below, value)
        : value;
  }
  return merged;
}
