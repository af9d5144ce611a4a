import type { Locale } from '#contract/lists/locales.ts';
import { nordicWords } from './nordic-words.ts';

type Dictionary = Record<string, readonly string[]>;

const nordic = async (): Promise<Dictionary> => ({ nordic: nordicWords });

/**
 * The most common words and names of each language, which attackers try first; loaded with the first password
 * check. zxcvbn has no package for Danish, Norwegian and Swedish, so these share our own list.
 */
export const dictionaries: Record<Locale, () => Promise<Dictionary>> = {
  da: nordic,
  de: async () => (await import('@zxcvbn-ts/language-de')).dictionary,
  en: async () => (await import('@zxcvbn-ts/language-en')).dictionary,
  es: async () => (await import('@zxcvbn-ts/language-es-es')).dictionary,
  fi: async () => (await import('@zxcvbn-ts/language-fi')).dictionary,
  fr: async () => (await import('@zxcvbn-ts/language-fr')).dictionary,
  it: async () => (await import('@zxcvbn-ts/language-it')).dictionary,
  nb: nordic,
  nl: async () => (await import('@zxcvbn-ts/language-nl-be')).dictionary,
  pl: async () => (await import('@zxcvbn-ts/language-pl')).dictionary,
  sv: nordic,
};
