import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Locale, locales } from '../../contract/lists/locales.ts';
import type { FraudPatterns, UnkindPatterns, WordPatterns } from '../../contract/word-patterns/shape.ts';

// Writes the files that are generated from the list of languages and from the patterns of each language.

const ROOT = join(import.meta.dirname, '../..');
const HEAD =
  '// Generated from the list of languages and their words by `node scripts/run.mjs scripts/build/write-languages.ts`.\n';

interface GeneratedFile {
  path: string;
  text: string;
}

export async function languageFiles(): Promise<GeneratedFile[]> {
  return [
    {
      path: 'contract/word-patterns/all.ts',
      text: registry({
        imports: [
          `import type { Locale } from '../lists/locales.ts';`,
          ...sorted('.', 'shape', 'WordPatterns'),
        ],
        name: 'wordPatterns',
        type: 'WordPatterns',
      }),
    },
    {
      path: 'contract/word-patterns/fraud-patterns.ts',
      text: patternFile('fraudPatterns', 'FraudPatterns', 'fraud', await fraudPatterns()),
    },
    {
      path: 'contract/word-patterns/unkind-patterns.ts',
      text: patternFile('unkindPatterns', 'UnkindPatterns', 'unkind', await unkindPatterns()),
    },
    {
      path: 'seeds/texts/all.ts',
      text: registry({
        imports: [
          `import type { Locale } from '#contract/lists/locales.ts';`,
          ...sorted('.', 'shape', 'Texts'),
        ],
        name: 'texts',
        type: 'Texts',
      }),
    },
  ];
}

export const staleLanguageFiles = async (): Promise<string[]> =>
  (await languageFiles())
    .filter(({ path, text }) => readFileSync(join(ROOT, path), 'utf8') !== text)
    .map(({ path }) => path);

function sorted(folder: string, typeFile: string, type: string): string[] {
  return [...locales, typeFile]
    .toSorted()
    .map((file) =>
      file === typeFile
        ? `import type { ${type} } from '${folder}/${file}.ts';`
        : `import { ${file} } from '${folder}/${file}.ts';`,
    );
}

interface Registry {
  imports: readonly string[];
  name: string;
  type: string;
}

const registry = ({ imports, name, type }: Registry) => `${HEAD}
${imports.join('\n')}

export const ${name}: Record<Locale, ${type}> = {
${locales.map((locale) => `  ${locale},\n`).join('')}};
`;

async function fraudPatterns(): Promise<Record<keyof FraudPatterns, string[]>> {
  const all = (await Promise.all(locales.map(patternsOf))).map(({ fraud }) => fraud);
  const of = (kind: keyof FraudPatterns) => [...new Set(all.flatMap((patterns) => patterns[kind]))];
  return {
    digits: of('digits'),
    asksForMoney: of('asksForMoney'),
    goesElsewhere: of('goesElsewhere'),
  };
}

async function unkindPatterns(): Promise<Record<keyof UnkindPatterns, string[]>> {
  const all = (await Promise.all(locales.map(patternsOf))).map(({ unkind }) => unkind);
  return { hurtful: all.flatMap(({ hurtful }) => hurtful), sexual: all.flatMap(({ sexual }) => sexual) };
}

/** Reads a language's own file, because the generated list of languages may not contain it yet. */
async function patternsOf(locale: Locale): Promise<WordPatterns> {
  const file = pathToFileURL(join(ROOT, 'contract/word-patterns', `${locale}.ts`));
  const found: Record<string, WordPatterns | undefined> = await import(file.href);
  const language = found[locale];
  if (!language) throw new Error(`contract/word-patterns/${locale}.ts exports no "${locale}".`);
  return language;
}

const patternFile = (name: string, type: string, kind: string, patterns: Record<string, string[]>) => `${HEAD}
import type { ${type} } from './shape.ts';

/**
 * The ${kind} patterns of all languages. Members' browsers download this file, so it contains no
 * other words of the languages.
 */
export const ${name}: ${type} = {
${Object.entries(patterns)
  .map(([key, words]) => `  ${key}: [\n${words.map((word) => `    ${quoted(word)},\n`).join('')}  ],\n`)
  .join('')}};
`;

const quoted = (text: string) =>
  text.includes("'") ? JSON.stringify(text) : `'${text.replaceAll('\\', '\\\\')}'`;

if (import.meta.main)
  for (const { path, text } of await languageFiles()) writeFileSync(join(ROOT, path), text);
