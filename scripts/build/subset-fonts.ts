import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { must } from '#contract/must.ts';

/**
 * `node scripts/run.mjs scripts/build/subset-fonts.ts`: makes the pages' fonts (web/theme/fonts) from packages of npm. They
 * contain one weight of the display font, and the letters of the site's languages and of names. Polish and
 * rarer letters are in separate files that browsers load on demand (web/theme/fonts.css,
 * docs/decisions/0036-fonts.md). All files together are a quarter of the original size.
 */
const FOLDER = join(import.meta.dirname, '../../web/theme/fonts');
const PACKAGES = join(import.meta.dirname, '../../node_modules/@fontsource-variable');

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('');
/**
 * The letters of the site's languages except Polish, further letters of names, and the symbols in texts and
 * prices.
 */
const letters = 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜŒßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿœ';
const common = `${range(0x20, 0x7e)}${letters}\u00a0¡¿«»‹›ªº°·×–—‘’‚“”„•…€£−‑\u2009\u202f`;
const polish = 'ĄĆĘŁŃŚŹŻąćęłńśźż';
/** Further letters that only occur in names. */
const rare = [...`${range(0x100, 0x17f)}${range(0x218, 0x21b)}`]
  .filter((letter) => !polish.includes(letter))
  .join('');

const display = { SOFT: 60, wght: 560 };
const text = { wght: { min: 400, max: 700 } };

export const fonts: Record<
  string,
  { source: string; axes: Record<string, number | { min: number; max: number }>; letters: string }
> = {
  'display.woff2': {
    source: 'fraunces/files/fraunces-latin-soft-normal.woff2',
    axes: display,
    letters: common,
  },
  'display-italic.woff2': {
    source: 'fraunces/files/fraunces-latin-soft-italic.woff2',
    axes: display,
    letters: common,
  },
  'text.woff2': {
    source: 'instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
    axes: text,
    letters: common,
  },
  'display-polish.woff2': {
    source: 'fraunces/files/fraunces-latin-ext-soft-normal.woff2',
    axes: display,
    letters: polish,
  },
  'display-italic-polish.woff2': {
    source: 'fraunces/files/fraunces-latin-ext-soft-italic.woff2',
    axes: display,
    letters: polish,
  },
  'text-polish.woff2': {
    source: 'instrument-sans/files/instrument-sans-latin-ext-wght-normal.woff2',
    axes: text,
    letters: polish,
  },
  'display-rare.woff2': {
    source: 'fraunces/files/fraunces-latin-ext-soft-normal.woff2',
    axes: display,
    letters: rare,
  },
  'display-italic-rare.woff2': {
    source: 'fraunces/files/fraunces-latin-ext-soft-italic.woff2',
    axes: display,
    letters: rare,
  },
  'text-rare.woff2': {
    source: 'instrument-sans/files/instrument-sans-latin-ext-wght-normal.woff2',
    axes: text,
    letters: rare,
  },
};

export async function subsetOf(file: string): Promise<Buffer> {
  const { source, axes, letters } = must(fonts[file], `font ${file}`);
  return subsetFont(await readFile(join(PACKAGES, source)), letters, {
    targetFormat: 'woff2',
    variationAxes: axes,
  });
}

if (import.meta.main) {
  await mkdir(FOLDER, { recursive: true });
  for (const file of Object.keys(fonts)) {
    const bytes = await subsetOf(file);
    await writeFile(join(FOLDER, file), bytes);
    console.log(`${file} ${bytes.length}`);
  }
}
