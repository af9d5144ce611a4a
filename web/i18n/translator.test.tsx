import { readdirSync, readFileSync } from 'node:fs';
import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import i18next from 'i18next';
import { I18nextProvider as LibraryProvider, Trans as LibraryTrans } from 'react-i18next';
import { expect, test } from 'vitest';
import { locales } from '#contract/lists/locales.ts';
import { I18nextProvider, Trans } from './translate.tsx';
import type { Resources } from '#web/page/page.tsx';
import { createTranslator } from './translator.ts';

const folder = new URL('../../locales/', import.meta.url);
const read = (locale: string): Resources =>
  Object.fromEntries(
    readdirSync(new URL(locale, folder)).map((file) => [file.replace('.json', ''), JSON.parse(readFileSync(new URL(`${locale}/${file}`, folder), 'utf8'))]),
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

/** Every path of a tree whose value is a text or a list. */
function paths(tree: object, before = ''): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'object' && !Array.isArray(value) ? paths(value, `${before}${key}.`) : `${before}${key}`,
  );
}

const COUNTS = [0, 1, 2, 3, 5, 11, 12, 21, 22, 100, 1.5, 1_000_000];
/** What people may be called; a name is never read as markup, placeholder or pattern. */
const NAMES = ['Anna', '<em>Anna</em> & co', '{count}', '$& $1'];

test.each(locales)('%s: every text is the same words as by i18next, for any count and name', (locale) => {
  const resources = read(locale);
  const ours = createTranslator(locale, resources);
  const theirs = library(locale, resources);
  for (const [namespace, tree] of Object.entries(resources)) {
    const [t, expected] = [ours.getFixedT(null, namespace), theirs.getFixedT(null, namespace)];
    for (const path of paths(tree)) {
      const bare = path.replace(/_(zero|one|two|few|many|other)$/, '');
      const values = Object.fromEntries(placeholders(resources, namespace, path).map((name) => [name, NAMES[name.length % NAMES.length]!]));
      for (const count of path === bare ? [undefined, 2] : COUNTS) {
        const given = { ...values, ...(count !== undefined && { count }), returnObjects: true };
        expect(t(bare, given), `${namespace}:${bare} ${count}`).toEqual(expected(bare as never, given as never));
      }
    }
  }
});

function placeholders(resources: Resources, namespace: string, path: string): string[] {
  return [
    ...JSON.stringify(path.split('.').reduce<unknown>((tree, key) => (tree as Record<string, unknown>)?.[key], resources[namespace])).matchAll(/\{(\w+)\}/g),
  ]
    .map((match) => match[1]!)
    .filter((name) => name !== 'count');
}

test.each(locales)('%s: marks become the same elements as by react-i18next', (locale) => {
  const resources = read(locale);
  const ours = createTranslator(locale, resources);
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
        const props = { i18nKey: path, values, components: Object.fromEntries(marks.map((mark) => [mark, createElement(mark === 'em' ? 'em' : 'a')])) };
        const show = (Provider: typeof LibraryProvider, T: typeof LibraryTrans, i18n: unknown, t: unknown) =>
          renderToStaticMarkup(createElement(Provider, { i18n: i18n as never }, createElement(T as never, { ...props, t }) as ReactElement));
        expect(show(I18nextProvider, Trans, ours, ours.getFixedT(null, namespace)), `${namespace}:${path}`).toBe(
          show(LibraryProvider, LibraryTrans, theirs, theirs.getFixedT(null, namespace)),
        );
      }
    }
  }
  expect(seen).toBeGreaterThan(30);
});

test('the first namespace that has the key answers; a prefix or ns names one; what is missing is its key, or the default', () => {
  const t = createTranslator('en', { common: { ok: 'OK', one: 'c' }, chat: { one: 'chat', deep: { a: 'A' } } }).getFixedT(null, ['chat', 'common']);
  expect([t('one'), t('ok'), t('common:one'), t('one', { ns: 'common' }), t('deep.a')]).toEqual(['chat', 'OK', 'c', 'c', 'A']);
  expect([t('deep'), t('nothing.here'), t('chat:nothing'), t('constructor'), t('x', { defaultValue: '{n} left', n: 2 })]).toEqual([
    'deep',
    'nothing.here',
    'nothing',
    'constructor',
    '2 left',
  ]);
});

test('a namespace is fetched once however many ask, again after a failure, and then is there', async () => {
  let asked = 0;
  const translator = createTranslator('en', { common: {} }, async (namespace) => {
    if (++asked === 1) throw new Error('offline');
    return { title: `${namespace}!` };
  });
  const [first, second] = [translator.pending('likes'), translator.pending('likes')];
  expect(first).toBe(second);
  await Promise.all([first, translator.loadNamespaces(['likes', 'common'])]);
  expect([asked, translator.pending('likes'), translator.getFixedT(null, 'likes')('title')]).toEqual([2, null, 'likes!']);
});

test('what was waited for stays the same promise once it is there, and is marked as kept', async () => {
  const translator = createTranslator('en', { common: {} }, async () => ({ title: 'x' }));
  const first = translator.arrival('likes');
  await translator.loadNamespaces('likes');
  expect(translator.arrival('likes')).toBe(first);
  expect(first).toMatchObject({ status: 'fulfilled' });
  expect([translator.pending('likes'), translator.arrival('common')]).toEqual([null, null]);
});
