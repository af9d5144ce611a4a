import { wordPatterns } from './all.ts';
import type { WordPatterns } from './shape.ts';

export { wordPatterns };

/** The patterns of all languages in one list, without duplicates. */
export const patternsOf = (pick: (language: WordPatterns) => readonly string[]): string[] => [
  ...new Set(Object.values(wordPatterns).flatMap(pick)),
];
