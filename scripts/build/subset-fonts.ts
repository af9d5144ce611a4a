import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import subsetFont from 'subset-font';

/**
 * Makes the fonts that pages load (web/theme/fonts) from the whole ones in npm: `node scripts/build/subset-fonts.ts`. One weight of the
 * display face, and the letters that our languages and their names use; Polish letters and what is rarer are in files that browsers fetch
 * only for a page that needs them (web/theme/fonts.css, docs/decisions/fonts.md). A quarter of the bytes of the files they are made from.
 */
const FOLDER = join(import.meta.dirname, '../../web/theme/fonts');
const PACKAGES = join(import.meta.dirname, '../../node_modules/@fontsource-variable');

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('');
/** The letters of our languages but for Polish ones, those of names beside them, and the signs that texts and prices use. */
const letters = 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜŒßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿœ';
const common = `${range(0x20, 0x7e)}${letters}\u00a0¡¿«»‹›ªº°·×–—‘’‚“”„•…€£−‑\u2009\u202f`;
const polish = 'ĄĆĘŁŃŚŹŻąćęłńśźż';
/** The other letters of names. */
const rare = [...`${range(0x100, 0x17f)}${range(0x218, 0x21b)}`].filter((letter) => !polish.includes(letter)).join('');

const display = { SOFT: 60, wght: 560 };
const text = { wght: { min: 400, max: 700 } };

/** File -> where it is made from, of which axes and letters. */
export const fonts: Record<string, { source: string; axes: Record<string, number | { min: number; max: number }>; letters: string }> = {
  'display.woff2': { source: 'fraunces/files/fraunces-latin-soft-normal.woff2', axes: display, letters: common },
  'display-italic.woff2': { source: 'fraunces/files/fraunces-latin-soft-italic.woff2', axes: display, letters: common },
  'text.woff2': { source: 'instrument-sans/files/instrument-sans-latin-wght-normal.woff2', axes: text, letters: common },
  'display-polish.woff2': { source: 'fraunces/files/fraunces-latin-ext-soft-normal.woff2', axes: display, letters: polish },
  'display-italic-polish.woff2': { source: 'fraunces/files/fraunces-latin-ext-soft-italic.woff2', axes: display, letters: polish },
  'text-polish.woff2': { source: 'instrument-sans/files/instrument-sans-latin-ext-wght-normal.woff2', axes: text, letters: polish },
  'display-rare.woff2': { source: 'fraunces/files/fraunces-latin-ext-soft-normal.woff2', axes: display, letters: rare },
  'display-italic-rare.woff2': { source: 'fraunces/files/fraunces-latin-ext-soft-italic.woff2', axes: display, letters: rare },
  'text-rare.woff2': { source: 'instrument-sans/files/instrument-sans-latin-ext-wght-normal.woff2', axes: text, letters: rare },
};

/** The bytes of one of the fonts. */
export async function subsetOf(file: string): Promise<Buffer> {
  const { source, axes, letters } = fonts[file]!;
  return subsetFont(await readFile(join(PACKAGES, source)), letters, { targetFormat: 'woff2', variationAxes: axes });
}

if (import.meta.main) {
  await mkdir(FOLDER, { recursive: true });
  for (const file of Object.keys(fonts)) {
    const bytes = await subsetOf(file);
    await writeFile(join(FOLDER, file), bytes);
    console.log(`${file} ${bytes.length}`);
  }
}
