import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fonts, subsetOf } from './subset-fonts.ts';

const folder = new URL('../../web/theme/fonts/', import.meta.url);

test('the fonts of pages are what the script makes of those in npm', async () => {
  expect(
    readdirSync(folder)
      .filter((name) => name.endsWith('.woff2'))
      .toSorted(),
  ).toEqual(Object.keys(fonts).toSorted());
  for (const file of Object.keys(fonts)) expect(readFileSync(new URL(file, folder)).equals(await subsetOf(file)), file).toBe(true);
});

test('what every first view loads is below 75 kB', () => {
  const first = ['display.woff2', 'display-italic.woff2', 'text.woff2'].map((file) => readFileSync(new URL(file, folder)).length);
  expect(first.reduce((sum, bytes) => sum + bytes)).toBeLessThan(75_000);
});
