import type { Locale } from '#contract/lists/locales.ts';
import type { Resources } from '#web/page/page.tsx';

type Values = Record<string, unknown>;
export interface Translate {
  (key: string, values?: Values): unknown;
  ns: readonly string[];
}

/**
 * The part of i18next that this project's texts use. `translator.test.tsx` compares it with the library, text
 * by text.
 */
export interface Translator {
  language: Locale;
  t: Translate;
  /**
   * Returns `t` over the given namespaces, of which the first with the key takes precedence. The function is
   * the same each time.
   */
  getFixedT(language: null, namespaces: string | readonly string[]): Translate;
  /** Promise of a namespace that is still loading; null once it is loaded. */
  pending(namespace: string): Promise<void> | null;
  /** Promise that loaded a namespace, also after loading. Null for namespaces that came with the page. */
  arrival(namespace: string): Promise<void> | null;
  loadNamespaces(namespaces: string | readonly string[]): Promise<void>;
}

/**
 * Attempts to fetch a namespace, and the delay before the second one in milliseconds, which doubles each
 * time.
 */
const TRIES = 5;
const FIRST_WAIT_MS = 350;

type Texts = Record<string, unknown>;
type TextsOf = (namespace: string) => Texts | undefined;

/** Looks up namespaces in resources that are already loaded. */
export const textsFrom =
  (resources: Resources): TextsOf =>
  (namespace) =>
    resources[namespace];

/**
 * A translator for one language. `textsOf` returns a namespace if it is loaded, and `fetchNamespace` loads others on demand.
 * There is one per language on the server, and one per page in the browser, where the language never changes. i18next
 * itself would take a tenth of the script budget (docs/decisions/0007-light-translations.md).
 */
export function createTranslator(
  locale: Locale,
  textsOf: TextsOf,
  fetchNamespace: (namespace: string) => Promise<Texts> = async () => ({}),
): Translator {
  const loading = new Map<string, Promise<void>>();
  const fixed = new Map<string, Translate>();
  const plurals = new Intl.PluralRules(locale);
  const plain = new PlainTexts();
  const texts: Record<string, Texts | undefined> = {};
  const textsIn = (namespace: string) => (texts[namespace] ??= textsOf(namespace));

  function translate(namespaces: readonly string[], path: string, values: Values): unknown {
    const colon = path.indexOf(':');
    const [where, key] =
      colon > 0
        ? [[path.slice(0, colon)], path.slice(colon + 1)]
        : [values['ns'] ? listOf(values['ns'] as string) : namespaces, path];
    const { count } = values;
    const candidates =
      typeof count === 'number'
        ? [...(count === 0 ? [`${key}_zero`] : []), `${key}_${plurals.select(count)}`, `${key}_other`, key]
        : [key];
    for (const namespace of where) {
      for (const candidate of candidates) {
        const found = lookUp(textsIn(namespace), candidate);
        if (typeof found === 'string') return fillPlaceholders(found, values);
        if (typeof found === 'object' && found !== null && values['returnObjects'] === true)
          return fillAll(found, values);
      }
    }
    const { defaultValue } = values;
    return typeof defaultValue === 'string' ? fillPlaceholders(defaultValue, values) : key;
  }

  function getFixedT(_language: null, namespaces: string | readonly string[]): Translate {
    const ns = listOf(namespaces);
    const name = ns.join();
    const known = fixed.get(name);
    if (known) return known;
    const plainOf = plain.by((key) => translate(ns, key, {}));
    const t = (key: string, values?: Values) => (values ? translate(ns, key, values) : plainOf(key));
    const made = Object.assign(t, { ns });
    fixed.set(name, made);
    return made;
  }

  async function load(namespace: string): Promise<void> {
    for (let tries = 1, wait = FIRST_WAIT_MS; tries <= TRIES; tries++, wait *= 2) {
      try {
        texts[namespace] = await fetchNamespace(namespace);
        plain.forget();
        return;
      } catch {
        if (tries < TRIES) await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
    // Showing keys is better than a page that never renders. The next page load tries again.
    texts[namespace] = {};
  }

  const pending = (namespace: string) => {
    if (textsIn(namespace)) return null;
    const known = loading.get(namespace);
    if (known) return known;
    const made = load(namespace);
    loading.set(namespace, made);
    // React reads these properties, so that a namespace preloaded by `loadNamespaces` does not suspend.
    void made.then(() => Object.assign(made, { status: 'fulfilled', value: undefined }));
    return made;
  };

  return {
    language: locale,
    t: getFixedT(null, 'common'),
    getFixedT,
    pending,
    arrival: (namespace) => pending(namespace) ?? loading.get(namespace) ?? null,
    loadNamespaces: async (namespaces) => void (await Promise.all(listOf(namespaces).map(pending))),
  };
}

/** Caches texts without values, because each card of a page asks for the same ones. */
class PlainTexts {
  readonly #known: Map<string, unknown>[] = [];

  by(read: (key: string) => unknown): (key: string) => unknown {
    const texts = new Map<string, unknown>();
    this.#known.push(texts);
    return (key) => {
      const known = texts.get(key);
      if (known !== undefined) return known;
      const text = read(key);
      // Keys without a text may be endless, because some are made of data.
      if (text !== key) texts.set(key, text);
      return text;
    };
  }

  /** Forgets all texts, because a namespace has arrived that may come first. */
  forget(): void {
    for (const texts of this.#known) texts.clear();
  }
}

const listOf = (one: string | readonly string[]): readonly string[] =>
  typeof one === 'string' ? [one] : one;

function lookUp(tree: unknown, path: string): unknown {
  for (const name of path.split('.')) {
    if (typeof tree !== 'object' || tree === null || !Object.hasOwn(tree, name)) return undefined;
    tree = (tree as Record<string, unknown>)[name];
  }
  return tree;
}

/** Fills in `{name}` placeholders. Placeholders within values are left alone. */
export const fillPlaceholders = (text: string, values: Values): string =>
  !text.includes('{')
    ? text
    : text.replace(/\{([^{}]+)\}/g, (place, name: string) => {
        const value = Object.hasOwn(values, name) ? values[name] : lookUp(values, name);
        return value === undefined ? place : String(value ?? '');
      });

function fillAll(tree: object, values: Values): unknown {
  if (Array.isArray(tree))
    return tree.map((one) =>
      typeof one === 'string' ? fillPlaceholders(one, values) : fillAll(one, values),
    );
  return Object.fromEntries(
    Object.entries(tree).map(([key, one]) => [
      key,
      typeof one === 'string' ? fillPlaceholders(one, values) : fillAll(one as object, values),
    ]),
  );
}
