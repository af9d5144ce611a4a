const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** The names of all `{{…}}` in a text, known or not. */
export const placeholdersIn = (text: string): string[] =>
  Array.from(text.matchAll(PLACEHOLDER), ([, name = '']) => name);

/** Fills in a template. Placeholders without a value stay, and an answer that has one is not sent. */
export const fillTemplate = (text: string, words: Partial<Record<string, string | null>>): string =>
  text.replace(PLACEHOLDER, (whole, name: string) => words[name] || whole);
