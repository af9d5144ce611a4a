import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { locales } from '#contract/lists/locales.ts';
import { fonts, subsetOf } from './subset-fonts.ts';

const folder = new URL('../../web/theme/fonts/', import.meta.url);

test('the committed fonts match the output of the script', async () => {
  expect(
    readdirSync(folder)
      .filter((name) => name.endsWith('.woff2'))
      .toSorted(),
  ).toEqual(Object.keys(fonts).toSorted());
  for (const file of Object.keys(fonts))
    expect(readFileSync(new URL(file, folder)).equals(await subsetOf(file)), file).toBe(true);
});

const sizeOf = (files: string[]) =>
  files.reduce((bytes, file) => bytes + readFileSync(new URL(file, folder)).length, 0);

test('the fonts of a first page view are below 62 kB, and 73 kB in Polish', () => {
  const first = ['display.woff2', 'display-italic.woff2', 'text.woff2'];
  expect(sizeOf(first)).toBeLessThan(62_000);
  expect(sizeOf([...first, ...first.map((file) => file.replace('.woff2', '-polish.woff2'))])).toBeLessThan(
    73_000,
  );
});

test("the first font file has every letter of the site's texts, and the first two have those in Polish", () => {
  for (const locale of locales) {
    const texts = new URL(`../../locales/${locale}/`, import.meta.url);
    const said = readdirSync(texts, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.json'))
      .map((file) => readFileSync(new URL(file, texts), 'utf8'));
    const has = fonts['text.woff2']!.letters + (locale === 'pl' ? fonts['text-polish.woff2']!.letters : '');
    const missing = new Set([...said.join('')].filter((sign) => sign > ' ' && !has.includes(sign)));
    // No text font contains the arrows that serve as icons.
    expect([locale, [...missing].filter((sign) => !'▲▼'.includes(sign))]).toEqual([locale, []]);
  }
});
