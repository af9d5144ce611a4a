import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { isLocale, type Locale } from '#contract/lists/locales.ts';
import { jsonInScript } from '#web/page/hand-off.ts';
import { createTranslator, type Translator } from './translator.ts';

type Tree = { [key: string]: string | Tree };

/** Both web/i18n and build/server are two levels below the root. */
const folder = join(import.meta.dirname, '../../locales');

/** The files of texts, as `language/namespace`. They are read on first use, because few sites use all languages. */
const files = new Set<string>();
const hash = createHash('sha256');
for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
  if (!file.endsWith('.json')) continue;
  files.add(file.slice(0, -'.json'.length).split(sep).join('/'));
  hash.update(`${file}\0`).update(readFileSync(join(folder, file)));
}

/** Changes when any text changes, so that browsers may cache translations indefinitely. */
export const translationsVersion = hash.digest('hex').slice(0, 12);

function read(locale: string, namespace: string): Tree | null {
  const name = `${locale}/${namespace}`;
  if (!files.has(name)) return null;
  return JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Tree;
}

/** In development, a changed text shows after a reload. */
const keepsTexts = !import.meta.env.DEV;

/** Words by `namespace:key`. */
type OwnWords = Record<string, string>;

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

const usualTranslations: (locale: string, namespace: string) => Tree | null = once((locale, namespace) => {
  const own = read(locale, namespace);
  if (locale === 'en') return own;
  const english = usualTranslations('en', namespace);
  return own && english ? merge(english, own) : (own ?? english);
});

/** A namespace as a property of a JSON object. */
const jsonOf = once((locale: string, namespace: string) =>
  propertyOf(namespace, translations(locale, namespace)),
);

const propertyOf = (namespace: string, texts: Tree | null): Buffer =>
  Buffer.from(`${JSON.stringify(namespace)}:${jsonInScript(texts ?? {})}`);

const translators = new Map<Locale, Translator>();

/** A translator with all namespaces, shared by all pages in the language. */
function translatorOf(locale: Locale): Translator {
  const known = translators.get(locale) ?? newTranslator(locale);
  if (keepsTexts) translators.set(locale, known);
  return known;
}

const newTranslator = (locale: Locale, changed?: ReadonlyMap<string, Tree | null>): Translator =>
  createTranslator(locale, (namespace) => changed?.get(namespace) ?? translations(locale, namespace) ?? {});

export interface Words {
  translator: Translator;
  /**
   * The namespaces that the rendered page uses, as properties of a JSON object in a script element. Call it after
   * rendering.
   */
  json: () => Buffer[];
}

/** The texts of one page: the announced namespaces, and any others that its components use while they are rendered. */
export function wordsFor(locale: Locale, announced: Iterable<string>, own: OwnWords = {}): Words {
  const changed = new Map(
    Object.keys(own).map((subject) => {
      const namespace = subject.slice(0, subject.indexOf(':'));
      return [namespace, translations(locale, namespace, own)];
    }),
  );
  const used = new Set(announced);
  return {
    translator: {
      ...(changed.size > 0 ? newTranslator(locale, changed) : translatorOf(locale)),
      arrival(namespace) {
        used.add(namespace);
        return null;
      },
    },
    json: () =>
      [...used].map((name) =>
        changed.has(name) ? propertyOf(name, changed.get(name) ?? null) : jsonOf(locale, name),
      ),
  };
}

/** Caches results by language and name. */
function once<T>(make: (locale: string, name: string) => T): (locale: string, name: string) => T {
  const made = new Map<string, T>();
  return (locale, name) => {
    const key = `${locale} ${name}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const it = make(locale, name);
    // Requests can name any language and namespace, so cache only existing ones.
    if (keepsTexts && isLocale(locale) && it !== null) made.set(key, it);
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
