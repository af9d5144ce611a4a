import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { itemAt } from '#contract/must.ts';
import { TOKENS, withPalette } from '../build/write-palette.ts';

const SCALES = /web\/theme\/(?:tokens|fonts)\.css$/;

const ROOT = join(import.meta.dirname, '../..');

/** An effect whose whole body is a call. React would take the call's result for its clean-up. */
const CALL_AS_EFFECT = /\buse(?:Layout|Insertion)?Effect\(\s*\(\) =>(?!\s*(?:\{|void\b|\(\) =>))/g;

/** Direct access to browser storage, which throws if storage is full or blocked. */
const NAKED_STORAGE = /\b(?:local|session)Storage(?:\.\w|\[)/g;

/** Files that open dialogs: the component for it, and the warning on entry, which no toast may cover. */
const OPENS_DIALOGS = new Set([
  'web/ui/modal-dialog.tsx',
  'web/layout/site-entry-warning.tsx',
  'web/fast/deferred-boot.ts',
]);

export function webFaults(text: string, path = ''): string[] {
  return [
    ...[...text.matchAll(CALL_AS_EFFECT)].map(
      ({ index }) =>
        `line ${lineOf(text, index)}: an effect returns nothing or its clean-up. Give it braces: browsers change what a call returns, and React would call it.`,
    ),
    ...[...text.matchAll(NAKED_STORAGE)].map(
      ({ index }) =>
        `line ${lineOf(text, index)}: use persistentStorage or tabStorage of web/page/browser-storage.ts. Browsers whose storage is full or blocked throw, which must not stop the page.`,
    ),
    ...(OPENS_DIALOGS.has(path) ? [] : [...text.matchAll(/\.showModal\(/g)]).map(
      ({ index }) =>
        `line ${lineOf(text, index)}: open dialogs with ModalDialog of web/ui/modal-dialog.tsx, which shows toasts in them and returns the focus.`,
    ),
  ];
}

const DECLARATION = /([{;\s])([a-z-]+):\s*([^;{}]+)(?=;)/g;
const COMMENT = /\/\*[\s\S]*?\*\//g;
/** A colour. Black and transparent black are exempt, because masks consist of them. */
const COLOUR = /#(?!000\b|0000\b)[0-9a-f]{3,8}\b/i;
const SPACED = /^(?:padding|margin|gap|row-gap|column-gap|scroll-margin|scroll-padding)(?:-[a-z]+)*$/;
/**
 * A hairline is exempt from the scale, as are distances above the widest space, which belong to one screen's
 * design.
 */
const HAIRLINE = 1;
const WIDEST_SPACE = 112;
/** Headlines of this size or larger are designed for their page. */
const LETTERING_REM = 2;

/**
 * The violation of one declaration as a sentence, or null. `poster` pages are advertisements with their own
 * colours and lettering.
 */
function declarationFault(property: string, value: string, poster: boolean): string | null {
  if (property === 'z-index' && Math.abs(Number(value)) > 6)
    return 'a layer of the page has a name: var(--layer-…)';
  if (SPACED.test(property) && hasUnscaledSpace(value)) return 'a space is one of the scale: var(--space-…)';
  if (!poster && !property.startsWith('--') && COLOUR.test(value))
    return 'a colour has a name: one of contract/lists/palette.ts, or a custom property of the sheet';
  return fontFault(property, value, poster);
}

function fontFault(property: string, value: string, poster: boolean): string | null {
  if (property === 'font-weight' && /^\d/.test(value))
    return 'a weight has a name: var(--regular), --medium, --strong, --bold';
  if (property === 'font' && /(?:^|\s)\d00?\d?\s/.test(value))
    return 'a weight has a name: var(--strong), var(--display-weight)';
  if (property !== 'font-size' && property !== 'font') return null;
  const [size = ''] = value.split('/');
  return literalRem(size) < LETTERING_REM && !(poster && size.includes('clamp('))
    ? 'a size of type is one of the scale: var(--type-…), var(--title-…)'
    : null;
}

/** The first literal size of a value in rem; the size of lettering if there is none. */
function literalRem(value: string): number {
  const literal = /(?<![\w.-])([\d.]+)(rem|px)\b/.exec(value);
  return literal ? Number(literal[1]) / (literal[2] === 'px' ? 16 : 1) : LETTERING_REM;
}

function hasUnscaledSpace(value: string): boolean {
  const literals = [...value.matchAll(/(?<![\w.])-?([\d.]+)px\b/g)].map(([, px]) => Number(px));
  return literals.some((px) => px > HAIRLINE && px <= WIDEST_SPACE);
}

export function styleFaults(text: string, poster = false): string[] {
  const plain = text.replace(COMMENT, (comment) => comment.replace(/[^\n]/g, ' '));
  return [...plain.matchAll(DECLARATION)].flatMap((match) => {
    const fault = declarationFault(itemAt(match, 2), itemAt(match, 3).trim(), poster);
    return fault
      ? [`line ${lineOf(plain, match.index + itemAt(match, 1).length)}: ${fault} (web/theme/tokens.css).`]
      : [];
  });
}

const SHEET = /^import (\w+) from '([^']+\.module\.css)';$/gm;

export function missingClasses(text: string, sheet: (path: string) => string): string[] {
  return [...text.matchAll(SHEET)].flatMap(([, name = '', path = '']) => {
    const css = sheet(path);
    const used = [...text.matchAll(new RegExp(`\\b${name}\\['([\\w-]+)'\\]`, 'g'))];
    return used
      .filter(([, className]) => !new RegExp(`\\.${className}(?![\\w-])`).test(css))
      .map(({ index, 1: className }) => `line ${lineOf(text, index)}: ${path} has no class "${className}".`);
  });
}

const IMPORT = /^import (?!type\b)([^;]*?) from '([^']+)';$/gm;

const importsOf = (text: string) =>
  [...text.matchAll(IMPORT)]
    .map((match) => ({ names: itemAt(match, 1), from: itemAt(match, 2), index: match.index }))
    .filter(({ names }) => !/^\{\s*(?:type \w+(?: as \w+)?,?\s*)+\}$/.test(names))
    .map(({ names, from, index }) => ({ from, index, defaultName: /^\w+/.exec(names)?.[0] }));

/**
 * Imports through which a member's screen would load the contract's schemas (TypeBox, 10 kB), which only the
 * server and the operators' forms need. `read` returns the text of a contract module by its path.
 */
export function schemaImports(text: string, read: (file: string) => string): string[] {
  const needsSchemas = (file: string, seen = new Set<string>()): boolean => {
    if (seen.has(file)) return false;
    seen.add(file);
    return importsOf(read(file)).some(
      ({ from }) =>
        from === 'typebox' ||
        (from.startsWith('.') && needsSchemas(posix.join(posix.dirname(file), from), seen)),
    );
  };
  return importsOf(text)
    .filter(({ from }) => from.startsWith('#contract/') && needsSchemas(from.slice('#contract/'.length)))
    .map(
      ({ from, index }) =>
        `line ${lineOf(text, index)}: ${from} holds schemas, which weigh 10 kB here. Import its types, or move the value to a file without them.`,
    );
}

/**
 * Screens that other files use as components. The router passes a route's component only its own properties.
 * `isRoute` returns whether an import path is a route's module.
 */
export function borrowedScreens(text: string, isRoute: (path: string) => boolean): string[] {
  return importsOf(text)
    .filter(({ from, defaultName }) => defaultName && isRoute(from))
    .map(
      ({ from, index }) =>
        `line ${lineOf(text, index)}: ${from} is a route, whose component gets no properties but the router's. Share a component that is none.`,
    );
}

const lineOf = (text: string, index: number) => text.slice(0, index).split('\n').length;

const screensOf = (app: string) =>
  [...readFileSync(join(ROOT, app, 'routes.ts'), 'utf8').matchAll(/'([\w/-]+\.tsx)'/g)].map(([, file]) =>
    join(app, file ?? ''),
  );

if (import.meta.main) {
  let count = 0;
  const screens = new Set(['web', 'office'].flatMap(screensOf));
  for (const app of ['web', 'office']) {
    for (const entry of readdirSync(join(ROOT, app), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.(?:tsx?|css)$/.test(entry.name)) continue;
      const path = join(entry.parentPath, entry.name);
      const text = readFileSync(path, 'utf8');
      if (SCALES.test(path)) continue;
      const pathOf = (source: string) =>
        source.startsWith('#') ? join(ROOT, source.slice(1)) : join(entry.parentPath, source);
      const sheet = (source: string) => readFileSync(pathOf(source), 'utf8');
      const contract = (file: string) => readFileSync(join(ROOT, 'contract', file), 'utf8');
      const isRoute = (source: string) => screens.has(relative(ROOT, pathOf(source)));
      const schemas = app === 'office' || /\.test\.tsx?$/.test(path) ? [] : schemaImports(text, contract);
      const faults = entry.name.endsWith('.css')
        ? styleFaults(text, app === 'web' && path.includes('landing-pages'))
        : [
            ...webFaults(text, relative(ROOT, path)),
            ...missingClasses(text, sheet),
            ...schemas,
            ...borrowedScreens(text, isRoute),
          ];
      for (const fault of faults) {
        count++;
        console.error(`${relative(ROOT, path)}, ${fault}`);
      }
    }
  }
  if (count > 0)
    console.error(
      'Sizes, weights and spaces are put on the nearest step by: node scripts/run.mjs scripts/build/put-on-scale.ts',
    );
  const tokens = readFileSync(TOKENS, 'utf8');
  if (withPalette(tokens) !== tokens) {
    count++;
    console.error(
      'web/theme/tokens.css: its colours are not those of contract/lists/palette.ts. Run node scripts/run.mjs scripts/build/write-palette.ts.',
    );
  }
  process.exitCode = count > 0 ? 1 : 0;
}
