import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { locales } from '#contract/lists/locales.ts';

// Every language has every text: the keys and placeholders of `en`, and the plural forms that its own grammar asks for.

const FOLDER = join(import.meta.dirname, '../../locales');
const PLURAL = /_(zero|one|two|few|many|other)$/;

interface Texts {
  [key: string]: string | string[] | Texts;
}

/** What one language's file lacks or has too much of, beside the English one. */
export function localeFaults(locale: string, english: Texts, translated: Texts): string[] {
  const faults: string[] = [];
  const wanted = flatten(english);
  const found = flatten(translated);
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  const stemsWanted = stems(wanted);
  const stemsFound = stems(found);

  for (const [stem, plural] of stemsWanted) {
    const keys = plural ? forms.map((form) => `${stem}_${form}`) : [stem];
    const placeholders = placeholdersOf(wanted.get(plural ? `${stem}_other` : stem) ?? '');
    for (const key of keys) {
      const text = found.get(key);
      if (text === undefined) faults.push(`${key} is missing`);
      else if (text.trim() === '' && (wanted.get(key) ?? '') !== '') faults.push(`${key} is empty`);
      else if (locale !== 'en' && isSentence(text) && text === wanted.get(key)) faults.push(`${key} stands in English`);
      else faults.push(...placeholderFaults(key, placeholders, placeholdersOf(text), plural));
    }
  }
  for (const [key] of found) {
    const form = PLURAL.exec(key)?.[1];
    const stem = key.replace(PLURAL, '');
    if (form && stemsFound.get(stem) && stemsWanted.get(stem)) {
      // i18next takes _zero as a text of its own for the count 0, in any language.
      if (!(forms as string[]).includes(form) && form !== 'zero') faults.push(`${key} is no plural form of ${locale}`);
    } else if (!wanted.has(key)) faults.push(`${key} is not in en`);
  }
  return faults;
}

/** Names and single words may be the same in two languages; no four words in a row are. */
const isSentence = (text: string) =>
  text
    .replace(/\{[^}]*\}/g, '')
    .trim()
    .split(/\s+/).length >= 4;

/** A plural form may leave the number out ("one message"), but no text may name what it is not given. */
function placeholderFaults(key: string, wanted: Set<string>, found: Set<string>, plural: boolean): string[] {
  const lost = [...wanted].filter((name) => !found.has(name) && !(plural && name === 'count'));
  const unknown = [...found].filter((name) => !wanted.has(name) && !(plural && name === 'count'));
  return [...lost.map((name) => `${key} lacks {${name}}`), ...unknown.map((name) => `${key} has {${name}}, which en has not`)];
}

/** The keys without their plural endings, and whether they have any. */
function stems(texts: Map<string, string>): Map<string, boolean> {
  const result = new Map<string, boolean>();
  for (const key of texts.keys()) {
    const stem = key.replace(PLURAL, '');
    const plural = stem !== key && texts.has(`${stem}_other`);
    result.set(plural ? stem : key, plural);
  }
  return result;
}

function placeholdersOf(text: string): Set<string> {
  return new Set([...text.matchAll(/\{\s*([\w.]+)[^{}]*\}/g)].map(([, name]) => name!));
}

function flatten(texts: Texts, prefix = ''): Map<string, string> {
  const result = new Map<string, string>();
  for (const [key, value] of Object.entries(texts)) {
    const path = `${prefix}${key}`;
    if (typeof value === 'string') result.set(path, value);
    else for (const [inner, text] of flatten(value as Texts, `${path}.`)) result.set(inner, text);
  }
  return result;
}

if (import.meta.main) {
  const read = (locale: string, file: string) => JSON.parse(readFileSync(join(FOLDER, locale, file), 'utf8')) as Texts;
  let count = 0;
  const report = (sentence: string) => {
    count++;
    if (count <= 40) console.error(sentence);
  };
  const files = readdirSync(join(FOLDER, 'en')).filter((file) => file.endsWith('.json'));
  for (const locale of locales) {
    for (const file of files) {
      if (!existsSync(join(FOLDER, locale, file))) report(`locales/${locale}/${file} is missing`);
      else for (const fault of localeFaults(locale, read('en', file), read(locale, file))) report(`locales/${locale}/${file}: ${fault}`);
    }
    const extra = readdirSync(join(FOLDER, locale)).filter((file) => !files.includes(file));
    for (const file of extra) report(`locales/${locale}/${file} has no counterpart in en`);
  }
  if (count > 40) console.error(`… and ${count - 40} more`);
  process.exitCode = count > 0 ? 1 : 0;
}
