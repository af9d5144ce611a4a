import { createHash } from 'node:crypto';
import { refuse } from './refusal.ts';

/**
 * A keyset position as the wire carries it: whole numbers, bound to the list that it was given with (its name, its owner
 * and its filters), so that it cannot be used to look into another list.
 */
export const writeCursor = (list: string, position: readonly number[]): string => Buffer.from(`${mark(list)}.${position.join('.')}`).toString('base64url');

/** The `length` numbers of a cursor; null when there is none. Refuses `bad_request` for anything that `writeCursor` did not write for this list. */
export function readCursor(list: string, cursor: string | undefined, length: number): number[] | null {
  if (cursor === undefined || cursor === '') return null;
  const [of, ...numbers] = Buffer.from(cursor, 'base64url').toString().split('.');
  const position = numbers.map(Number);
  if (of !== mark(list) || position.length !== length || !numbers.every((text) => /^\d{1,16}$/.test(text)) || !position.every(Number.isSafeInteger))
    throw refuse('bad_request');
  return position;
}

const mark = (list: string) => createHash('sha256').update(list).digest('base64url').slice(0, 8);
