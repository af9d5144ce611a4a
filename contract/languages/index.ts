import { languages } from './all.ts';
import type { Language } from './language.ts';

export { languages };

/** The patterns of all languages in one list, without duplicates. */
export const patternsOf = (pick: (language: Language) => readonly string[]): string[] => [
  ...new Set(Object.values(languages).flatMap(pick)),
];
