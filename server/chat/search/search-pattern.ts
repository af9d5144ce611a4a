import { foldCharacter } from '#contract/rules/chat-search-rules.ts';

const LETTERS = [
  [0x41, 0x24f],
  [0x370, 0x45f],
  [0x1e00, 0x1fff],
] as const;
const ACCENTS = '[\u0300-\u036f]*';

let variants: Map<string, string> | undefined;

/**
 * A PostgreSQL regular expression that finds a folded word (contract/rules/chat-search-rules.ts) in the
 * original text: each letter matches all its cases and accents. It does not depend on the database's locale.
 */
export function searchPattern(word: string): string {
  const known = (variants ??= foldedLetters());
  return [...word].map((character) => patternOf(character, known)).join('');
}

function patternOf(character: string, known: Map<string, string>): string {
  const letters = known.get(character);
  if (letters) return `[${letters}]${ACCENTS}`;
  return /[\p{L}\p{N}]/u.test(character) ? character : `\\${character}`;
}

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
