import { itemAt } from '../must.ts';

/** Matching of words in messages. It ignores case and accents, and matches parts of words too. */

/** Minimum length of a word. Shorter words match too much. */
export const SEARCH_LEAST = 2;
/** A query's words beyond this number are ignored. */
const MOST_WORDS = 5;
/** Maximum length of an excerpt, and of its part before the first hit. */
const EXCERPT = { length: 120, before: 32 };

export const foldCharacter = (character: string): string =>
  character
    .normalize('NFD')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '');

function fold(text: string): { folded: string; at: number[] } {
  let folded = '';
  const at: number[] = [];
  let place = 0;
  for (const character of text) {
    const plain = foldCharacter(character);
    folded += plain;
    for (let i = 0; i < plain.length; i++) at.push(place);
    place += character.length;
  }
  at.push(place);
  return { folded, at };
}

/**
 * The distinct folded words of a query, all of which a message must contain. Control characters separate
 * words.
 */
export const searchWords = (text: string): string[] =>
  [
    ...new Set(
      fold(text.toWellFormed())
        .folded.split(/[\s\p{Cc}]+/u)
        .filter(Boolean),
    ),
  ].slice(0, MOST_WORDS);

export const isSearchable = (words: readonly string[]): boolean =>
  words.some((word) => [...word].length >= SEARCH_LEAST);

export interface Hit {
  start: number;
  end: number;
}

export function hitsIn(text: string, words: readonly string[]): Hit[] {
  const { folded, at } = fold(text);
  const hits: Hit[] = [];
  for (const word of words) {
    for (let from = folded.indexOf(word); from !== -1; from = folded.indexOf(word, from + word.length)) {
      const end = from + word.length;
      // Combining accents belong to the letter before them.
      hits.push({ start: itemAt(at, from), end: itemAt(at, end) });
    }
  }
  hits.sort((a, b) => a.start - b.start);
  const merged: Hit[] = [];
  for (const hit of hits) {
    const last = merged.at(-1);
    if (last && hit.start <= last.end) last.end = Math.max(last.end, hit.end);
    else merged.push(hit);
  }
  return merged;
}

export function excerptOf(text: string, words: readonly string[]): { text: string; hits: Hit[] } {
  const line = text.replace(/\s+/gu, ' ');
  const first = hitsIn(line, words)[0]?.start ?? 0;
  const start = first <= EXCERPT.before ? 0 : wordStart(line, first - EXCERPT.before, first);
  const end = line.length - start <= EXCERPT.length ? line.length : start + EXCERPT.length;
  const shown =
    `${start > 0 ? '…' : ''}${line.slice(start, end)}${end < line.length ? '…' : ''}`.toWellFormed();
  return { text: shown, hits: hitsIn(shown, words) };
}

/** Index of the first word that starts between `from` and `until`, or else `from`. */
function wordStart(line: string, from: number, until: number): number {
  const space = line.indexOf(' ', from - 1);
  return space === -1 || space >= until ? from : space + 1;
}
