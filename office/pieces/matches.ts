/** Longer words are also found inside compounds. "VAT" must not find "reactivation". */
const WHOLE_UP_TO = 3;
const contains = (text: string, word: string) =>
  word.length > WHOLE_UP_TO
    ? text.includes(word)
    : text.split(/[^\p{L}\p{N}]+/u).some((each) => each.startsWith(word));

/** Returns whether each word of a search occurs in one of the texts. */
export const matches = (find: string, texts: string[]) =>
  find
    .toLowerCase()
    .split(/\s+/)
    .every((word) => texts.some((text) => contains(text.toLowerCase(), word)));
