import { createHash } from 'node:crypto';
import { refuse } from '../platform/http/refusal.ts';

/**
 * A keyset position as the wire carries it: numbers, bound to the list (`filters`) it was given with, so that it cannot be
 * used to look into another.
 */
export const writeCursor = (filters: string, position: readonly number[]): string =>
  Buffer.from(`${mark(filters)}.${position.join('.')}`).toString('base64url');

/** Refuses `bad_request` for a cursor of other filters, or none of ours. Null when there is none. */
export function readCursor(filters: string, cursor: string | undefined, length: number): number[] | null {
  if (cursor === undefined || cursor === '') return null;
  const [of, ...numbers] = Buffer.from(cursor, 'base64url').toString().split('.');
  const position = numbers.map(Number);
  if (of !== mark(filters) || position.length !== length || !numbers.every((text) => /^\d{1,16}$/.test(text)) || !position.every(Number.isSafeInteger))
    throw refuse('bad_request');
  return position;
}

const mark = (filters: string) => createHash('sha256').update(filters).digest('base64url').slice(0, 8);
