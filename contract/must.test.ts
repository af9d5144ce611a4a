import { describe, expect, it } from 'vitest';
import { itemAt, must } from './must.ts';

describe('must', () => {
  it('returns any value except undefined and null, even if it is falsy', () => {
    expect([must(0, 'number'), must('', 'text'), must(false, 'flag')]).toEqual([0, '', false]);
  });

  it('throws for undefined and null, with the name of the missing value', () => {
    expect(() => must(undefined, 'receipt')).toThrow('There is no receipt.');
    expect(() => must(null, 'receipt')).toThrow('There is no receipt.');
  });
});

describe('itemAt', () => {
  it('returns the item at an index, counted from the end if negative', () => {
    expect([itemAt(['a', 'b', 'c'], 0), itemAt(['a', 'b', 'c'], -1), itemAt('abc', 1)]).toEqual([
      'a',
      'c',
      'b',
    ]);
  });

  it('throws for an index outside the list, without quoting items', () => {
    expect(() => itemAt(['secret'], 1)).toThrow('There is no item 1 in a list of 1.');
    expect(() => itemAt([], -1)).toThrow('There is no item -1 in a list of 0.');
  });
});
