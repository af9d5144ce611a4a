import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Recorded } from './statements.ts';

/** The screens that the reference has statements for: `reference/<name>.sql`. */
export type ReferenceName = 'search' | 'search-region' | 'chats' | 'conversation' | 'likes' | 'match' | 'totals';

/**
 * The statements of a straightforward system for one screen, with the values of one request. They were frozen before the reads
 * were made faster, so that a ratio above 1 means: sooner than PostgreSQL alone could answer the plain question.
 */
export function referenceOf(name: ReferenceName, values: Record<string, unknown>): Recorded[] {
  const file = readFileSync(join(import.meta.dirname, 'reference', `${name}.sql`), 'utf8').replace(/^--.*$/gm, '');
  return file
    .split(/;\n/)
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => numbered(text, values));
}

/** `:name` as `$1`…, one number a name; the second colon of a cast is none. */
function numbered(text: string, values: Record<string, unknown>): Recorded {
  const names: string[] = [];
  const numberedText = text.replace(/(?<!:):([a-z_]+)/g, (_, name: string) => {
    if (!(name in values)) throw new Error(`The reference wants a value for :${name}.`);
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { text: numberedText, values: names.map((name) => values[name]) };
}
