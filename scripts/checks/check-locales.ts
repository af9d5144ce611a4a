import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { locales } from '#contract/lists/locales.ts';
import { notificationKinds, notificationTypes } from '#contract/lists/notifications.ts';
import { paymentMethods } from '#contract/lists/payment-methods.ts';
import { roles } from '#contract/lists/roles.ts';
import { standardPages } from '#contract/lists/standard-pages.ts';
import { itemAt } from '#contract/must.ts';
import { factFields, profileFields } from '#contract/profile-fields.ts';
import { staleLanguageFiles } from '../build/write-languages.ts';
import { sourceFaults, translatedLocales } from './translation-sources.ts';

// Checks that every language has every text: the keys and placeholders of `en`, and the plural forms of its
// own grammar. The office's texts (`office/`) are only required in English and Dutch; other languages fall
// back to English.

const FOLDER = join(import.meta.dirname, '../../locales');
const PAGES = join(import.meta.dirname, '../../seeds/pages');
const PLURAL = /_(zero|one|two|few|many|other)$/;

interface Texts {
  [key: string]: string | string[] | Texts;
}

/** Languages in which the office must be complete. */
const OFFICE_LOCALES: readonly string[] = ['en', 'nl'];

export const mayBePartial = (locale: string, file: string): boolean =>
  file.startsWith('office/') && !OFFICE_LOCALES.includes(locale);

/** Differences between a language's file and the English one. In a `partial` file, texts may be missing, but not single plural forms. */
export function localeFaults(
  locale: string,
  english: Texts,
  translated: Texts,
  { partial = false } = {},
): string[] {
  const wanted = flatten(english);
  const found = flatten(translated);
  const forms: string[] = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  return [
    ...textFaults({ locale, wanted, found, forms, partial }),
    ...surplusFaults({ locale, wanted, found, forms }),
  ];
}

interface Compared {
  locale: string;
  wanted: Map<string, string>;
  found: Map<string, string>;
  forms: readonly string[];
}

function textFaults({ locale, wanted, found, forms, partial }: Compared & { partial: boolean }): string[] {
  const present = new Set([...found.keys()].flatMap((key) => [key, key.replace(PLURAL, '')]));
  return [...stems(wanted)].flatMap(([stem, plural]) => {
    if (partial && !present.has(stem)) return [];
    const keys = plural ? forms.map((form) => `${stem}_${form}`) : [stem];
    const placeholders = placeholdersOf(wanted.get(plural ? `${stem}_other` : stem) ?? '');
    return keys.flatMap((key) => {
      const text = found.get(key);
      if (text === undefined) return [`${key} is missing`];
      if (text.trim() === '' && (wanted.get(key) ?? '') !== '') return [`${key} is empty`];
      if (locale !== 'en' && isSentence(text) && text === wanted.get(key))
        return [`${key} stands in English`];
      return placeholderFaults(key, placeholders, placeholdersOf(text), plural);
    });
  });
}

function surplusFaults({ locale, wanted, found, forms }: Compared): string[] {
  const stemsWanted = stems(wanted);
  const stemsFound = stems(found);
  return [...found.keys()].flatMap((key) => {
    const form = PLURAL.exec(key)?.[1];
    const stem = key.replace(PLURAL, '');
    if (!form || !stemsFound.get(stem) || !stemsWanted.get(stem))
      return wanted.has(key) ? [] : [`${key} is not in en`];
    // i18next accepts _zero for the count 0 in any language.
    return forms.includes(form) || form === 'zero' ? [] : [`${key} is no plural form of ${locale}`];
  });
}

/** Two languages may share names and single words, but not four words in a row. */
const isSentence = (text: string) =>
  text
    .replace(/\{[^}]*\}/g, '')
    .trim()
    .split(/\s+/).length >= 4;

/**
 * A plural form may omit the number ("one message"), but a text may only use placeholders that have a value.
 */
function placeholderFaults(key: string, wanted: Set<string>, found: Set<string>, plural: boolean): string[] {
  const lost = [...wanted].filter((name) => !found.has(name) && !(plural && name === 'count'));
  const unknown = [...found].filter((name) => !wanted.has(name) && !(plural && name === 'count'));
  return [
    ...lost.map((name) => `${key} lacks {${name}}`),
    ...unknown.map((name) => `${key} has {${name}}, which en has not`),
  ];
}

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
  return new Set([...text.matchAll(/\{\s*([\w.]+)[^{}]*\}/g)].map((match) => itemAt(match, 1)));
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

/** `Intl.DisplayNames` has the names of languages. */
const wordsOfField = (field: (typeof factFields)[number]): string[] =>
  field === 'languages' ? [] : Object.keys(profileFields[field].words ?? {});

/**
 * Keys that screens build from an item of a closed list. The compiler cannot see them: without this check a
 * new item would be displayed as its key.
 */
const keysOfLists: Readonly<Record<string, readonly string[]>> = {
  'credits.json': paymentMethods.map((method) => `methods.${method}`),
  'notifications.json': notificationTypes.flatMap((type) => [`types.${type}.name`, `types.${type}.text`]),
  'office/frame.json': roles.map((role) => `roles.${role}`),
  'office/static-pages.json': standardPages.map((page) => `names.${page}`),
  'profile.json': factFields.flatMap((field) => [
    `field.${field}`,
    ...wordsOfField(field).map((word) => `${field}.${word}`),
  ]),
  'push.json': notificationTypes.flatMap((type) =>
    notificationKinds[type].pushes.flatMap((push) => [`${push}.title`, `${push}.body`]),
  ),
};

/** The keys of closed lists that an English file lacks. */
export function listFaults(file: string, english: Texts): string[] {
  const found = stems(flatten(english));
  return (keysOfLists[file] ?? [])
    .filter((key) => !found.has(key))
    .map((key) => `${key} is missing: a closed list of the contract has this item`);
}

if (import.meta.main) {
  const read = (locale: string, file: string) =>
    JSON.parse(readFileSync(join(FOLDER, locale, file), 'utf8')) as Texts;
  let count = 0;
  const report = (sentence: string) => {
    count++;
    if (count <= 40) console.error(sentence);
  };
  const filesOf = (locale: string) =>
    existsSync(join(FOLDER, locale))
      ? readdirSync(join(FOLDER, locale), { recursive: true, encoding: 'utf8' }).filter((file) =>
          file.endsWith('.json'),
        )
      : [];
  const files = filesOf('en');
  for (const file of files)
    for (const fault of listFaults(file, read('en', file))) report(`locales/en/${file}: ${fault}`);
  for (const locale of locales) {
    for (const file of files) {
      const partial = mayBePartial(locale, file);
      if (existsSync(join(FOLDER, locale, file)))
        for (const fault of localeFaults(locale, read('en', file), read(locale, file), { partial }))
          report(`locales/${locale}/${file}: ${fault}`);
      else if (!partial) report(`locales/${locale}/${file} is missing`);
    }
    const extra = filesOf(locale).filter((file) => !files.includes(file));
    for (const file of extra) report(`locales/${locale}/${file} has no counterpart in en`);
  }
  for (const locale of locales)
    for (const page of readdirSync(join(PAGES, 'en')))
      if (!existsSync(join(PAGES, locale, page))) report(`seeds/pages/${locale}/${page} is missing`);
  const stale = await staleLanguageFiles();
  for (const path of stale)
    report(`${path} is out of date: run node scripts/run.mjs scripts/build/write-languages.ts.`);
  for (const locale of translatedLocales)
    for (const fault of sourceFaults(locale))
      report(`scripts/checks/translation-sources/${locale}.json: ${fault}`);
  if (count > 40) console.error(`… and ${count - 40} more`);
  process.exitCode = count > 0 ? 1 : 0;
}
