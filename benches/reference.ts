import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Recorded } from './statements.ts';

export type ReferenceName =
  | 'search'
  | 'search-region'
  | 'chats'
  | 'conversation'
  | 'likes'
  | 'match'
  | 'totals';

/**
 * The statements of a straightforward implementation of one screen, with the values of one request. They were
 * frozen before the reads were optimised, so a ratio above 1 means that the site is faster than PostgreSQL
 * with the plain query.
 */
export function referenceOf(name: ReferenceName, values: Record<string, unknown>): Recorded[] {
  const file = readFileSync(join(import.meta.dirname, 'reference', `${name}.sql`), 'utf8').replace(
    /^--.*$/gm,
    '',
  );
  return file
    .split(/;\n/)
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => numbered(text, values));
}

/** Replaces each `:name` with a numbered placeholder such as `$1`. Casts (`::`) are left alone. */
function numbered(text: string, values: Record<string, unknown>): Recorded {
  const names: string[] = [];
  const numberedText = text.replace(/(?<!:):([a-z_]+)/g, (_, name: string) => {
    if (!(name in values)) throw new Error(`The reference wants a value for :${name}.`);
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { text: numberedText, values: names.map((name) => values[name]) };
}
