import { hash } from 'node:crypto';
import { hasLength, type Tuple } from '#contract/tuple.ts';
import { refuse } from './refusal.ts';

/**
 * Encodes a keyset position. The cursor is bound to its list (name, owner and filters), so it cannot be used
 * to read another list.
 */
export const writeCursor = (list: string, position: readonly number[]): string =>
  Buffer.from(`${mark(list)}.${position.join('.')}`).toString('base64url');

/**
 * The `length` numbers of a cursor, or null without one. Throws `bad_request` for text that `writeCursor` did
 * not write for this list.
 */
export function readCursor<Length extends number>(
  list: string,
  cursor: string | undefined,
  length: Length,
): Tuple<number, Length> | null {
  if (cursor === undefined || cursor === '') return null;
  const [of, ...numbers] = Buffer.from(cursor, 'base64url').toString().split('.');
  const position = numbers.map(Number);
  if (
    of !== mark(list) ||
    !hasLength(position, length) ||
    !numbers.every((text) => /^\d{1,16}$/.test(text)) ||
    !position.every(Number.isSafeInteger)
  )
    throw refuse('bad_request');
  return position;
}

const mark = (list: string) => hash('sha256', list, 'base64url').slice(0, 8);
