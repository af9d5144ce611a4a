/** How words are found in messages: without regard to case and accents, anywhere in a word. Pure; the server finds by it, the browser marks by it. */

/** Letters fewer than this find too much. */
export const SEARCH_LEAST = 2;
/** Words beyond these are not looked at. */
const MOST_WORDS = 5;
/** As much of a message as a result shows, and how much of it stands before the first hit. */
const EXCERPT = { length: 120, before: 32 };

/** A character without case and accents. */
export const foldCharacter = (character: string): string =>
  character
    .normalize('NFD')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '');

/** A text without case and accents, and for each of its units where it stood in the text. */
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

/** What is looked for: the folded words, each once; a message has to hold all of them. Control characters are in no message and part words. */
export const searchWords = (text: string): string[] =>
  [
    ...new Set(
      fold(text.toWellFormed())
        .folded.split(/[\s\p{Cc}]+/u)
        .filter(Boolean),
    ),
  ].slice(0, MOST_WORDS);

/** Whether there is enough to look for. */
export const isSearchable = (words: readonly string[]): boolean => words.some((word) => [...word].length >= SEARCH_LEAST);

/** Where a found part of a text begins and ends, in UTF-16 units. */
export interface Hit {
  start: number;
  end: number;
}

/** The parts of a text that the words found, in order and apart from each other. */
export function hitsIn(text: string, words: readonly string[]): Hit[] {
  const { folded, at } = fold(text);
  const hits: Hit[] = [];
  for (const word of words) {
    for (let from = folded.indexOf(word); from !== -1; from = folded.indexOf(word, from + word.length)) {
      const end = from + word.length;
      // Accents that stand as characters of their own belong to the letter before them.
      hits.push({ start: at[from]!, end: at[end]! });
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

/** The part of a message around the first hit, on one line, with its hits. */
export function excerptOf(text: string, words: readonly string[]): { text: string; hits: Hit[] } {
  const line = text.replace(/\s+/gu, ' ');
  const first = hitsIn(line, words)[0]?.start ?? 0;
  const start = first <= EXCERPT.before ? 0 : wordStart(line, first - EXCERPT.before, first);
  const end = line.length - start <= EXCERPT.length ? line.length : start + EXCERPT.length;
  const shown = `${start > 0 ? '…' : ''}${line.slice(start, end)}${end < line.length ? '…' : ''}`.toWellFormed();
  return { text: shown, hits: hitsIn(shown, words) };
}

/** The first beginning of a word from `from` on, at most `until`. */
function wordStart(line: string, from: number, until: number): number {
  const space = line.indexOf(' ', from - 1);
  return space === -1 || space >= until ? from : space + 1;
}
