import { expect, test } from 'vitest';
import { byteRange } from './byte-range.ts';

test('reads byte ranges', () => {
  const of = (header?: string) => byteRange(header, 100);
  expect(of('bytes=0-')).toEqual({ first: 0, last: 99 });
  expect(of('bytes=10-19')).toEqual({ first: 10, last: 19 });
  expect(of('bytes=90-200')).toEqual({ first: 90, last: 99 });
  expect(of('bytes=-10')).toEqual({ first: 90, last: 99 });
  expect(of('bytes=-500')).toEqual({ first: 0, last: 99 });
  for (const header of ['bytes=100-', 'bytes=-0']) expect(of(header)).toBe('unsatisfiable');
  for (const header of [undefined, '', 'bytes=', 'bytes=-', 'bytes=9-2', 'bytes=0-1,4-5', 'items=0-1'])
    expect(of(header), header).toBeNull();
});
