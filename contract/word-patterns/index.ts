import { wordPatterns } from './all.ts';
import type { WordPatterns } from './shape.ts';

export { wordPatterns };

export const patternsOf = (pick: (language: WordPatterns) => readonly string[]): string[] => [
  ...new Set(Object.values(wordPatterns).flatMap(pick)),
];
