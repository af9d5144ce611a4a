import { expect, test } from 'vitest';
import { createGatherer } from './gather.ts';

test('what is asked in one turn is asked together, and later questions are asked anew', async () => {
  const loads: number[][] = [];
  const ask = createGatherer(async (keys: number[]) => {
    loads.push(keys);
    return new Map(keys.filter((key) => key > 0).map((key) => [key, `${key} in load ${loads.length}`]));
  });
  expect(await Promise.all([ask(1), ask(2), ask(1), ask(-1)])).toEqual(['1 in load 1', '2 in load 1', '1 in load 1', undefined]);
  expect(await ask(1)).toBe('1 in load 2');
  expect(loads).toEqual([[1, 2, -1], [1]]);
});

test('a load that fails fails those who asked, and nobody after them', async () => {
  let tries = 0;
  const ask = createGatherer(async (keys: number[]) => {
    if (++tries === 1) throw new Error('away');
    return new Map(keys.map((key) => [key, key]));
  });
  const first = await Promise.allSettled([ask(1), ask(2)]);
  expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await ask(1)).toBe(1);
});
