import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { TOKENS, withPalette } from '../build/write-palette.ts';

// What the lint rules of others do not know about the web app's code.

/** The scales themselves, and the faces. */
const SCALES = /web\/theme\/(?:tokens|fonts)\.css$/;

const ROOT = join(import.meta.dirname, '../..');

/** An effect whose whole body is a call: whatever the call returns becomes its clean-up. */
const CALL_AS_EFFECT = /\buse(?:Layout|Insertion)?Effect\(\s*\(\) =>(?!\s*(?:\{|void\b|\(\) =>))/g;

/** What is wrong with one file of web/, each as a sentence with its line. */
export function webFaults(text: string): string[] {
  return [...text.matchAll(CALL_AS_EFFECT)].map(
    ({ index }) =>
      `line ${lineOf(text, index)}: an effect returns nothing or its clean-up. Give it braces: browsers change what a call returns, and React would call it.`,
  );
}

const DECLARATION = /([{;\s])([a-z-]+):\s*([^;{}]+)(?=;)/g;
const COMMENT = /\/\*[\s\S]*?\*\//g;
/** Black and nothing, which masks are made of, are no colours. */
const COLOUR = /#(?!000\b|0000\b)[0-9a-f]{3,8}\b/i;
const SPACED = /^(?:padding|margin|gap|row-gap|column-gap|scroll-margin|scroll-padding)(?:-[a-z]+)*$/;
/** A hairline is no space, and beyond the widest space a distance belongs to the drawing of one screen. */
const HAIRLINE = 1;
const WIDEST_SPACE = 112;
/** From here on a headline is lettering drawn for its page. */
const LETTERING_REM = 2;

/** What is wrong with one declaration, as a sentence; null when nothing is. `poster`: an advertisement's page, which has colours and lettering of its own. */
function declarationFault(property: string, value: string, poster: boolean): string | null {
  if (property === 'z-index' && Math.abs(Number(value)) > 6) return 'a layer of the page has a name: var(--layer-…)';
  if (property === 'font-weight' && /^\d/.test(value)) return 'a weight has a name: var(--regular), --medium, --strong, --bold';
  if (property === 'font' && /(?:^|\s)\d00?\d?\s/.test(value)) return 'a weight has a name: var(--strong), var(--display-weight)';
  if (property === 'font-size' || property === 'font') {
    const [size = ''] = value.split('/');
    const literal = /(?<![\w.-])([\d.]+)(rem|px)\b/.exec(size);
    const rem = literal ? Number(literal[1]) / (literal[2] === 'px' ? 16 : 1) : LETTERING_REM;
    if (rem < LETTERING_REM && !(poster && size.includes('clamp('))) return 'a size of type is one of the scale: var(--type-…), var(--title-…)';
  }
  if (SPACED.test(property)) {
    const literals = [...value.matchAll(/(?<![\w.])-?([\d.]+)px\b/g)].map(([, px]) => Number(px));
    if (literals.some((px) => px > HAIRLINE && px <= WIDEST_SPACE)) return 'a space is one of the scale: var(--space-…)';
  }
  if (!poster && !property.startsWith('--') && COLOUR.test(value))
    return 'a colour has a name: one of contract/lists/palette.ts, or a custom property of the sheet';
  return null;
}

/** What is wrong with one style sheet of web/. The scales are in web/theme/tokens.css. */
export function styleFaults(text: string, poster = false): string[] {
  const plain = text.replace(COMMENT, (comment) => comment.replace(/[^\n]/g, ' '));
  return [...plain.matchAll(DECLARATION)].flatMap((match) => {
    const fault = declarationFault(match[2]!, match[3]!.trim(), poster);
    return fault ? [`line ${lineOf(plain, match.index + match[1]!.length)}: ${fault} (web/theme/tokens.css).`] : [];
  });
}

const SHEET = /^import (\w+) from '([^']+\.module\.css)';$/gm;

/** Classes that a component takes from a sheet which has none of that name. `sheet` reads a sheet by the path in the import. */
export function missingClasses(text: string, sheet: (path: string) => string): string[] {
  return [...text.matchAll(SHEET)].flatMap(([, name = '', path = '']) => {
    const css = sheet(path);
    const used = [...text.matchAll(new RegExp(`\\b${name}\\['([\\w-]+)'\\]`, 'g'))];
    return used
      .filter(([, className]) => !new RegExp(`\\.${className}(?![\\w-])`).test(css))
      .map(({ index, 1: className }) => `line ${lineOf(text, index)}: ${path} has no class "${className}".`);
  });
}

const IMPORT = /^import (?!type\b)(?<names>[^;]*?) from '(?<from>[^']+)';$/gm;

/** The modules whose values a text imports: what is imported as a type only is not among them. */
const importsOf = (text: string) =>
  [...text.matchAll(IMPORT)]
    .filter(({ groups }) => !/^\{\s*(?:type \w+(?: as \w+)?,?\s*)+\}$/.test(groups!['names']!))
    .map(({ groups, index }) => ({ from: groups!['from']!, index, defaultName: /^\w+/.exec(groups!['names']!)?.[0] }));

/**
 * Imports by which a member's screen would load the contract's schemas (TypeBox, 10 kB), which only the server and the operators'
 * forms need. `read` returns the text of a module of the contract by its path there.
 */
export function schemaImports(text: string, read: (file: string) => string): string[] {
  const needsSchemas = (file: string, seen = new Set<string>()): boolean => {
    if (seen.has(file)) return false;
    seen.add(file);
    return importsOf(read(file)).some(({ from }) => from === 'typebox' || (from.startsWith('.') && needsSchemas(posix.join(posix.dirname(file), from), seen)));
  };
  return importsOf(text)
    .filter(({ from }) => from.startsWith('#contract/') && needsSchemas(from.slice('#contract/'.length)))
    .map(
      ({ from, index }) =>
        `line ${lineOf(text, index)}: ${from} holds schemas, which weigh 10 kB here. Import its types, or move the value to a file without them.`,
    );
}

/**
 * Screens that are used as a component by another file. The router gives a route's component its own properties and drops all
 * others. `isRoute` says whether the module of an import, by its path there, is a route.
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

if (import.meta.main) {
  let count = 0;
  const screens = new Set([...readFileSync(join(ROOT, 'web/routes.ts'), 'utf8').matchAll(/'([\w/-]+\.tsx)'/g)].map(([, file]) => file));
  for (const entry of readdirSync(join(ROOT, 'web'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(?:tsx?|css)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path, 'utf8');
    if (SCALES.test(path)) continue;
    const sheet = (source: string) => readFileSync(source.startsWith('#') ? join(ROOT, source.slice(1)) : join(entry.parentPath, source), 'utf8');
    const contract = (file: string) => readFileSync(join(ROOT, 'contract', file), 'utf8');
    const isRoute = (source: string) => screens.has(source.startsWith('#web/') ? source.slice(5) : relative(join(ROOT, 'web'), join(entry.parentPath, source)));
    const schemas = path.includes('back-office') || /\.test\.tsx?$/.test(path) ? [] : schemaImports(text, contract);
    const faults = entry.name.endsWith('.css')
      ? styleFaults(text, path.includes('landing-pages'))
      : [...webFaults(text), ...missingClasses(text, sheet), ...schemas, ...borrowedScreens(text, isRoute)];
    for (const fault of faults) {
      count++;
      console.error(`${relative(ROOT, path)}, ${fault}`);
    }
  }
  if (count > 0) console.error('Sizes, weights and spaces are put on the nearest step by: node scripts/build/put-on-scale.ts');
  const tokens = readFileSync(TOKENS, 'utf8');
  if (withPalette(tokens) !== tokens) {
    count++;
    console.error('web/theme/tokens.css: its colours are not those of contract/lists/palette.ts. Run node scripts/build/write-palette.ts.');
  }
  process.exitCode = count > 0 ? 1 : 0;
}
