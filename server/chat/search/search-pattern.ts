import { foldCharacter } from '#contract/rules/chat-search-rules.ts';

/** Letters with accents and other cases: Latin, Greek, Cyrillic. */
const LETTERS = [
  [0x41, 0x24f],
  [0x370, 0x45f],
  [0x1e00, 0x1fff],
] as const;
/** Accents that stand after their letter as characters of their own. */
const ACCENTS = '[\u0300-\u036f]*';

let variants: Map<string, string> | undefined;

/**
 * A PostgreSQL regular expression that finds a folded word (contract/rules/chat-search-rules.ts) in a text as it was written:
 * each letter stands for all its cases and accents. Does not depend on the locale of the database.
 */
export function searchPattern(word: string): string {
  variants ??= foldedLetters();
  return [...word].map((character) => patternOf(character, variants!)).join('');
}

function patternOf(character: string, known: Map<string, string>): string {
  const letters = known.get(character);
  if (letters) return `[${letters}]${ACCENTS}`;
  return /[\p{L}\p{N}]/u.test(character) ? character : `\\${character}`;
}

/** Each plain letter with all that fold to it. */
function foldedLetters(): Map<string, string> {
  const found = new Map<string, string>();
  for (const [first, last] of LETTERS) {
    for (let code = first; code <= last; code++) {
      const letter = String.fromCharCode(code);
      if (!/\p{L}/u.test(letter)) continue;
      const plain = foldCharacter(letter);
      found.set(plain, (found.get(plain) ?? '') + letter);
    }
  }
  return found;
}
