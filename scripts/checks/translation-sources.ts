import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { locales, type Locale } from '#contract/lists/locales.ts';

// Remembers which English text each translation was made from, in translation-sources/<language>.json. A
// translation whose English text changed since then is stale until it is translated again, or confirmed with
// `npm run locales:record -- --confirm <key>`.

const ROOT = join(import.meta.dirname, '../..');
const PLURAL = /_(zero|one|two|few|many|other)$/;

export type TextsByKey = ReadonlyMap<string, string>;

export type Sources = Readonly<Record<string, string>>;

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);

const fingerprint = (english: string, translated: string) => `${hashOf(english)} ${hashOf(translated)}`;

interface Compared {
  /** Keys whose English text changed while the translation did not. */
  stale: string[];
  /** The sources to remember. Stale keys keep their former ones. */
  sources: Record<string, string>;
}

export function compareSources(
  english: TextsByKey,
  translated: TextsByKey,
  remembered: Sources,
  confirmed: ReadonlySet<string> = new Set(),
): Compared {
  const compared: Compared = { stale: [], sources: {} };
  for (const key of [...translated.keys()].sort()) {
    const source = english.get(key);
    const translation = translated.get(key);
    if (source === undefined || translation === undefined) continue;
    const current = fingerprint(source, translation);
    const known = remembered[key];
    const [knownSource, knownTranslation] = known?.split(' ') ?? [];
    const isStale =
      known !== undefined &&
      knownSource !== hashOf(source) &&
      knownTranslation === hashOf(translation) &&
      !confirmed.has(key);
    if (isStale) compared.stale.push(key);
    compared.sources[key] = isStale ? known : current;
  }
  return compared;
}

/** Plural forms are one text, because languages have different ones. */
export function textsOf(locale: Locale): TextsByKey {
  const texts = new Map<string, string>();
  const folder = join(ROOT, 'locales', locale);
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith('.json')) continue;
    const namespace = file.slice(0, -'.json'.length).replaceAll('\\', '/');
    for (const [path, text] of flatten(JSON.parse(readFileSync(join(folder, file), 'utf8')) as object)) {
      const key = `${namespace}:${path.replace(PLURAL, '')}`;
      const forms = texts.get(key);
      texts.set(key, forms === undefined ? text : `${forms}\n${text}`);
    }
  }
  const pages = join(ROOT, 'seeds/pages', locale);
  for (const file of readdirSync(pages).sort())
    texts.set(`pages/${file}`, readFileSync(join(pages, file), 'utf8'));
  return texts;
}

function* flatten(texts: object, prefix = ''): Generator<[path: string, text: string]> {
  for (const [key, value] of Object.entries(texts) as [string, unknown][]) {
    if (typeof value === 'string') yield [prefix + key, value];
    else if (typeof value === 'object' && value !== null) yield* flatten(value, `${prefix}${key}.`);
  }
}

const fileOf = (locale: Locale) => join(import.meta.dirname, 'translation-sources', `${locale}.json`);

export function readSources(locale: Locale): Sources {
  const file = fileOf(locale);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Sources) : {};
}

export const writeSources = (locale: Locale, sources: Sources): void =>
  writeFileSync(fileOf(locale), `${JSON.stringify(sources, null, 2)}\n`);

export const translatedLocales = locales.filter((locale) => locale !== 'en');

export function sourceFaults(locale: Locale): string[] {
  const remembered = readSources(locale);
  const { stale, sources } = compareSources(textsOf('en'), textsOf(locale), remembered);
  const isRecorded = JSON.stringify(sources) === JSON.stringify(remembered);
  return [
    ...stale.map(
      (key) =>
        `${key} is stale: its English text changed. Translate it again, or confirm it with npm run locales:record -- --confirm ${key}`,
    ),
    ...(isRecorded ? [] : ['its translations changed: run npm run locales:record and commit the result']),
  ];
}
