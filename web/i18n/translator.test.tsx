import { readdirSync, readFileSync } from 'node:fs';
import i18next from 'i18next';
import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider as LibraryProvider, Trans as LibraryTrans } from 'react-i18next';
import { expect, test } from 'vitest';
import { locales } from '#contract/lists/locales.ts';
import type { Resources } from '#web/page/page.tsx';
import { I18nextProvider, Trans } from './translate.tsx';
import { createTranslator, textsFrom } from './translator.ts';

const folder = new URL('../../locales/', import.meta.url);
const read = (locale: string): Resources =>
  Object.fromEntries(
    readdirSync(new URL(locale, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.json'))
      .map((file) => [
        file.replace('.json', ''),
        JSON.parse(readFileSync(new URL(`${locale}/${file}`, folder), 'utf8')),
      ]),
  );

function library(locale: string, resources: Resources) {
  const made = i18next.createInstance();
  void made.init({
    lng: locale,
    fallbackLng: false,
    ns: Object.keys(resources),
    defaultNS: 'common',
    resources: { [locale]: resources },
    initAsync: false,
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
    react: { useSuspense: false },
  } as Parameters<typeof made.init>[0]);
  return made;
}

function paths(tree: object, before = ''): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'object' && !Array.isArray(value) ? paths(value, `${before}${key}.`) : `${before}${key}`,
  );
}

const COUNTS = [0, 1, 2, 3, 5, 11, 12, 21, 22, 100, 1.5, 1_000_000];
/** Names that break a translator which parses values as markup, placeholders or patterns. */
const NAMES = ['Anna', '<em>Anna</em> & co', '{count}', '$& $1'];

test.each(locales)('%s: every text is the same words as by i18next, for any count and name', (locale) => {
  const resources = read(locale);
  const ours = createTranslator(locale, textsFrom(resources));
  const theirs = library(locale, resources);
  for (const [namespace, tree] of Object.entries(resources)) {
    const [t, expected] = [ours.getFixedT(null, namespace), theirs.getFixedT(null, namespace)];
    for (const path of paths(tree)) {
      const bare = path.replace(/_(zero|one|two|few|many|other)$/, '');
      const values = Object.fromEntries(
        placeholders(resources, namespace, path).map((name) => [name, NAMES[name.length % NAMES.length]!]),
      );
      for (const count of path === bare ? [undefined, 2] : COUNTS) {
        const given = { ...values, ...(count !== undefined && { count }), returnObjects: true };
        expect(t(bare, given), `${namespace}:${bare} ${count}`).toEqual(
          expected(bare as never, given as never),
        );
      }
    }
  }
});

function placeholders(resources: Resources, namespace: string, path: string): string[] {
  return [
    ...JSON.stringify(
      path
        .split('.')
        .reduce<unknown>((tree, key) => (tree as Record<string, unknown>)?.[key], resources[namespace]),
    ).matchAll(/\{(\w+)\}/g),
  ]
    .map((match) => match[1]!)
    .filter((name) => name !== 'count');
}

test.each(locales)('%s: marks become the same elements as by react-i18next', (locale) => {
  const resources = read(locale);
  const ours = createTranslator(locale, textsFrom(resources));
  const theirs = library(locale, resources);
  const marks = ['em', 'mail', 'privacy', 'returns', 'terms', 'view'];
  let seen = 0;
  for (const [namespace, tree] of Object.entries(resources)) {
    for (const path of paths(tree)) {
      const text = String(ours.getFixedT(null, namespace)(path, { returnObjects: true }));
      if (!/<\w+>/.test(text)) continue;
      seen++;
      const used = [...text.matchAll(/<(\w+)>/g)].map((match) => match[1]!);
      expect(marks).toEqual(expect.arrayContaining(used));
      for (const name of NAMES) {
        const values = Object.fromEntries(placeholders(resources, namespace, path).map((one) => [one, name]));
        const props = {
          i18nKey: path,
          values,
          components: Object.fromEntries(
            marks.map((mark) => [mark, createElement(mark === 'em' ? 'em' : 'a')]),
          ),
        };
        const text = (T: typeof LibraryTrans, t: unknown) =>
          createElement(T as never, { ...props, t }) as ReactElement;
        const own = text(Trans, ours.getFixedT(null, namespace));
        const library = text(LibraryTrans, theirs.getFixedT(null, namespace));
        expect(
          renderToStaticMarkup(<I18nextProvider i18n={ours}>{own}</I18nextProvider>),
          `${namespace}:${path}`,
        ).toBe(renderToStaticMarkup(<LibraryProvider i18n={theirs}>{library}</LibraryProvider>));
      }
    }
  }
  expect(seen).toBeGreaterThan(30);
});

test('takes the first namespace with the key, honours a prefix or ns, and falls back to the default or the key', () => {
  const t = createTranslator(
    'en',
    textsFrom({
      common: { ok: 'OK', one: 'c' },
      chat: { one: 'chat', deep: { a: 'A' } },
    }),
  ).getFixedT(null, ['chat', 'common']);
  expect([t('one'), t('ok'), t('common:one'), t('one', { ns: 'common' }), t('deep.a')]).toEqual([
    'chat',
    'OK',
    'c',
    'c',
    'A',
  ]);
  expect([
    t('deep'),
    t('nothing.here'),
    t('chat:nothing'),
    t('constructor'),
    t('x', { defaultValue: '{n} left', n: 2 }),
  ]).toEqual(['deep', 'nothing.here', 'nothing', 'constructor', '2 left']);
});

test('fetches a namespace once for concurrent callers, and again after a failure', async () => {
  let asked = 0;
  const translator = createTranslator('en', textsFrom({ common: {} }), async (namespace) => {
    if (++asked === 1) throw new Error('offline');
    return { title: `${namespace}!` };
  });
  const [first, second] = [translator.pending('likes'), translator.pending('likes')];
  expect(first).toBe(second);
  await Promise.all([first, translator.loadNamespaces(['likes', 'common'])]);
  expect([asked, translator.pending('likes'), translator.getFixedT(null, 'likes')('title')]).toEqual([
    2,
    null,
    'likes!',
  ]);
});

test('returns the same promise before and after loading, marked as fulfilled for React', async () => {
  const translator = createTranslator('en', textsFrom({ common: {} }), async () => ({ title: 'x' }));
  const first = translator.arrival('likes');
  await translator.loadNamespaces('likes');
  expect(translator.arrival('likes')).toBe(first);
  expect(first).toMatchObject({ status: 'fulfilled' });
  expect([translator.pending('likes'), translator.arrival('common')]).toEqual([null, null]);
});

test('falls back to the English plural form', () => {
  // English has no "few" and no "many", which Polish would use for 2 and 5.
  const { t } = createTranslator(
    'pl',
    textsFrom({ common: { days_one: '{count} day', days_other: '{count} days' } }),
  );
  expect([1, 2, 5].map((count) => t('days', { count }))).toEqual(['1 day', '2 days', '5 days']);
});

test('prefers the text of a namespace that arrives after the same key was read from another', async () => {
  const translator = createTranslator('en', textsFrom({ common: { more: 'More' } }), async () => ({
    more: 'More people',
  }));
  const t = translator.getFixedT(null, ['extra', 'common']);
  expect(t('more')).toBe('More');
  await translator.loadNamespaces('extra');
  expect(t('more')).toBe('More people');
});
