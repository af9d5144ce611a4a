import { cloneElement, createContext, Fragment, type ReactElement, type ReactNode, use } from 'react';
import type { I18nextProvider as LibraryProvider, Trans as LibraryTrans, useTranslation as libraryUse } from 'react-i18next';
import { fill, type Translate, type Translator } from './translator.ts';

// What screens translate with: the part of react-i18next that our texts use, with its types
// (docs/decisions/light-translations.md). `translator.test.tsx` holds it to the library.

const Context = createContext<Translator>(null!);

export const I18nextProvider = (({ i18n, children }: { i18n: Translator; children: ReactNode }) => (
  <Context value={i18n}>{children}</Context>
)) as unknown as typeof LibraryProvider;

/** What the hook gives back, by its `t`: a card asks for it several times, and a page has many. */
const results = new WeakMap<Translate, unknown>();

/** Waits for namespaces that did not come with the page, by Suspense. */
export const useTranslation = ((namespaces: string | string[] = 'common') => {
  const i18n = use(Context);
  for (const namespace of typeof namespaces === 'string' ? [namespaces] : namespaces) {
    // Called even when the texts are already there: React replays a component that suspended, and it must then call the same hooks again.
    const arrival = i18n.arrival(namespace);
    if (arrival) use(arrival);
  }
  const t = i18n.getFixedT(null, namespaces);
  let given = results.get(t);
  if (!given) results.set(t, (given = Object.assign([t, i18n, true], { t, i18n, ready: true })));
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

/** A text with marks such as `<em>…</em>`, each an element of `components`. Values are put in afterwards: they stay words, whatever is in them. */
export const Trans = (({ t, i18nKey, count, values = {}, components = {} }: TransProps) => {
  const i18n = use(Context);
  const kept: Values = Object.fromEntries(Object.keys(values).map((name) => [name, `{${name}}`]));
  const text = (t ?? i18n.t)(i18nKey, count === undefined ? kept : { ...kept, count });
  return marked(String(text), values, components);
}) as unknown as typeof LibraryTrans;

function marked(text: string, values: Values, components: Marks): ReactNode[] {
  // Text before a mark, the mark's name, its content, and so on.
  const parts = text.split(/<(\w+)>(.*?)<\/\1>/s);
  const nodes: ReactNode[] = [];
  for (let i = 0; i < parts.length; i += 3) {
    const [before = '', name, inside = ''] = parts.slice(i, i + 3);
    if (before) nodes.push(<Fragment key={i}>{fill(before, values)}</Fragment>);
    if (name === undefined) continue;
    const content = marked(inside, values, components);
    nodes.push(components[name] ? cloneElement(components[name], { key: i + 1 }, content) : <Fragment key={i + 1}>{content}</Fragment>);
  }
  return nodes;
}
