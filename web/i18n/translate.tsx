import { cloneElement, createContext, Fragment, type ReactElement, type ReactNode, use } from 'react';
import type { Trans as LibraryTrans, useTranslation as libraryUse } from 'react-i18next';
import { fillPlaceholders, type Translate, type Translator } from './translator.ts';

// Translation hooks for screens: the part of react-i18next that this project's texts use, with its types
// (docs/decisions/0007-light-translations.md). `translator.test.tsx` compares it with the library.

const Context = createContext<Translator | null>(null);

function useTranslator(): Translator {
  const i18n = use(Context);
  if (!i18n) throw new Error('There is no I18nextProvider');
  return i18n;
}

export const I18nextProvider = ({ i18n, children }: { i18n: Translator; children: ReactNode }) => (
  <Context value={i18n}>{children}</Context>
);

/** Hook results of namespaces that came with the page, because a page calls the hook more than a hundred times. */
const results = new WeakMap<Translator, Map<string, unknown>>();

/** Suspends until namespaces that did not come with the page are loaded. */
export const useTranslation = ((namespaces: string | string[] = 'common') => {
  const i18n = useTranslator();
  const name = typeof namespaces === 'string' ? namespaces : namespaces.join();
  const known = results.get(i18n)?.get(name);
  if (known) return known;
  let cameWithPage = true;
  for (const namespace of typeof namespaces === 'string' ? [namespaces] : namespaces) {
    // `arrival` returns its promise even after the texts are loaded: React replays a component that suspended,
    // and the replay must call the same hooks.
    const arrival = i18n.arrival(namespace);
    if (!arrival) continue;
    cameWithPage = false;
    use(arrival);
  }
  const t = i18n.getFixedT(null, namespaces);
  const given = Object.assign([t, i18n, true], { t, i18n, ready: true });
  if (cameWithPage) {
    const ofTranslator = results.get(i18n) ?? new Map<string, unknown>();
    results.set(i18n, ofTranslator.set(name, given));
  }
  return given;
}) as unknown as typeof libraryUse;

type Values = Record<string, unknown>;
type Marks = Record<string, ReactElement<{ children?: ReactNode }>>;

interface TransProps {
  t?: Translate;
  i18nKey: string;
  count?: number;
  values?: Values;
  components?: Marks;
}

/**
 * A text with tags such as `<em>…</em>`, each rendered by an element of `components`. Values are inserted
 * afterwards and never parsed as markup.
 */
export const Trans = (({ t, i18nKey, count, values = {}, components = {} }: TransProps) => {
  const i18n = useTranslator();
  const placeholders: Values = Object.fromEntries(Object.keys(values).map((name) => [name, `{${name}}`]));
  const text = (t ?? i18n.t)(i18nKey, count === undefined ? placeholders : { ...placeholders, count });
  return marked(String(text), values, components);
}) as unknown as typeof LibraryTrans;

function marked(text: string, values: Values, components: Marks): ReactNode[] {
  // The result repeats text before a tag, name of the tag, content of the tag.
  const parts = text.split(/<(\w+)>(.*?)<\/\1>/s);
  const nodes: ReactNode[] = [];
  for (let i = 0; i < parts.length; i += 3) {
    const [before = '', name, inside = ''] = parts.slice(i, i + 3);
    if (before) nodes.push(<Fragment key={i}>{fillPlaceholders(before, values)}</Fragment>);
    if (name === undefined) continue;
    const content = marked(inside, values, components);
    nodes.push(
      components[name] ? (
        cloneElement(components[name], { key: i + 1 }, content)
      ) : (
        <Fragment key={i + 1}>{content}</Fragment>
      ),
    );
  }
  return nodes;
}
