import { expect, test } from 'vitest';
import { growingCache } from './growing-cache.ts';

test('drops the least recently used entry beyond its limit', () => {
  const cache = growingCache<number, string>(3);
  for (const key of [1, 2, 3]) cache.set(key, 'value');
  cache.get(1);
  cache.set(4, 'value');
  expect([...cache.keys()].sort()).toEqual([1, 3, 4]);
});

test('expires entries', async () => {
  const cache = growingCache<number, string>(3, { ttl: 1 });
  cache.set(1, 'value');
  await expect.poll(() => cache.get(1)).toBeUndefined();
});
