import type { Locale } from '#contract/lists/locales.ts';
import type { Resources } from '#web/page/page.tsx';

type Values = Record<string, unknown>;
export interface Translate {
  (key: string, values?: Values): unknown;
  ns: readonly string[];
}

/** The part of i18next that our texts use; `translator.test.ts` holds it to the library, text by text. */
export interface Translator {
  language: Locale;
  t: Translate;
  /** `t` over the namespaces given, the first that has the key wins; the same function each time. */
  getFixedT(language: null, namespaces: string | readonly string[]): Translate;
  /** The promise to wait for before a namespace can be used; null once it is there. */
  pending(namespace: string): Promise<void> | null;
  /** The promise that a namespace was fetched by, also after it came; null for those that came with the page. */
  arrival(namespace: string): Promise<void> | null;
  loadNamespaces(namespaces: string | readonly string[]): Promise<void>;
}

/** How often a namespace is asked for, and how long to wait before the second time, milliseconds; each wait doubles. */
const TRIES = 5;
const FIRST_WAIT_MS = 350;

/**
 * A translator for one language with the namespaces given; `fetchNamespace` loads others on demand. One per request on
 * the server, one per page in the browser: the language of a page never changes. The library would be a tenth of all the
 * script that a page may load before it answers (docs/decisions/light-translations.md).
 */
export function createTranslator(locale: Locale, resources: Resources, fetchNamespace?: (namespace: string) => Promise<Record<string, unknown>>): Translator {
  const texts: Resources = { ...resources };
  const loading = new Map<string, Promise<void>>();
  const fixed = new Map<string, Translate>();
  const plurals = new Intl.PluralRules(locale);

  function translate(namespaces: readonly string[], path: string, values: Values): unknown {
    const colon = path.indexOf(':');
    const [where, key] = colon > 0 ? [[path.slice(0, colon)], path.slice(colon + 1)] : [values['ns'] ? listOf(values['ns'] as string) : namespaces, path];
    const { count } = values;
    const candidates = typeof count === 'number' ? [...(count === 0 ? [`${key}_zero`] : []), `${key}_${plurals.select(count)}`, key] : [key];
    for (const namespace of where) {
      for (const candidate of candidates) {
        const found = lookUp(texts[namespace], candidate);
        if (typeof found === 'string') return fill(found, values);
        if (typeof found === 'object' && found !== null && values['returnObjects'] === true) return fillAll(found, values);
      }
    }
    const { defaultValue } = values;
    return typeof defaultValue === 'string' ? fill(defaultValue, values) : key;
  }

  function getFixedT(_language: null, namespaces: string | readonly string[]): Translate {
    const ns = listOf(namespaces);
    const name = ns.join();
    const known = fixed.get(name);
    if (known) return known;
    const made = Object.assign((key: string, values: Values = {}) => translate(ns, key, values), { ns });
    fixed.set(name, made);
    return made;
  }

  async function load(namespace: string): Promise<void> {
    for (let tries = 1, wait = FIRST_WAIT_MS; tries <= TRIES; tries++, wait *= 2) {
      try {
        texts[namespace] = await fetchNamespace!(namespace);
        return;
      } catch {
        if (tries < TRIES) await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
    // Keys instead of words are poor, and better than a page that never comes. The next page that is loaded asks again.
    texts[namespace] = {};
  }

  const pending = (namespace: string) => {
    if (texts[namespace] || !fetchNamespace) return null;
    const known = loading.get(namespace);
    if (known) return known;
    const made = load(namespace);
    loading.set(namespace, made);
    // React reads these of a promise: one that was kept by `loadNamespaces` is there at once.
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

const listOf = (one: string | readonly string[]): readonly string[] => (typeof one === 'string' ? [one] : one);

/** The text or tree under `a.b.c`. */
function lookUp(tree: unknown, path: string): unknown {
  for (const name of path.split('.')) {
    if (typeof tree !== 'object' || tree === null || !Object.hasOwn(tree, name)) return undefined;
    tree = (tree as Record<string, unknown>)[name];
  }
  return tree;
}

/** Puts values into `{name}`. What a value says is never read as a placeholder. */
export const fill = (text: string, values: Values): string =>
  !text.includes('{')
    ? text
    : text.replace(/\{([^{}]+)\}/g, (place, name: string) => {
        const value = lookUp(values, name);
        return value === undefined ? place : String(value ?? '');
      });

function fillAll(tree: object, values: Values): unknown {
  if (Array.isArray(tree)) return tree.map((one) => (typeof one === 'string' ? fill(one, values) : fillAll(one, values)));
  return Object.fromEntries(Object.entries(tree).map(([key, one]) => [key, typeof one === 'string' ? fill(one, values) : fillAll(one as object, values)]));
}
