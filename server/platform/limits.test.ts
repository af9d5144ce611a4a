import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { createLimits } from './limits.ts';

const rule = { points: 5, seconds: 60, blockSeconds: 900 };

test('the point after the last is refused, with the seconds to wait, and the key of another is free', async () => {
  const limit = createLimits({ redis: null, scale: 1 }).limit('login', rule);
  for (let i = 0; i < 5; i++) expect(await limit.take('a')).toBeNull();
  expect(await limit.wait('a')).toBeNull();
  expect(await limit.take('a')).toBe(900);
  expect(await limit.wait('a')).toBeGreaterThan(890);
  expect(await limit.take('b')).toBeNull();
});

test('a key that was reset starts anew', async () => {
  const limit = createLimits({ redis: null, scale: 1 }).limit('login', { points: 1, seconds: 60 });
  await limit.take('a');
  expect(await limit.take('a')).not.toBeNull();
  await limit.reset('a');
  expect(await limit.take('a')).toBeNull();
});

test('the scale multiplies the points', async () => {
  const limit = createLimits({ redis: null, scale: 3 }).limit('login', { points: 1, seconds: 60 });
  for (let i = 0; i < 3; i++) expect(await limit.take('a')).toBeNull();
  expect(await limit.take('a')).not.toBeNull();
});

test('while Redis is away the process counts for itself: the limit is not off', async () => {
  const redis = new Redis('redis://127.0.0.1:1', { lazyConnect: true, enableOfflineQueue: false, maxRetriesPerRequest: 0, retryStrategy: () => null });
  redis.on('error', () => {});
  const limit = createLimits({ redis, scale: 1 }).limit('login', rule);
  for (let i = 0; i < 5; i++) expect(await limit.take('a')).toBeNull();
  expect(await limit.take('a')).toBe(900);
  expect(await limit.wait('a')).not.toBeNull();
  await limit.reset('a');
  expect(await limit.take('a')).toBeNull();
  redis.disconnect();
});

test('a flood of keys does not fill the memory: the one that was quiet longest is forgotten', async () => {
  const limit = createLimits({ redis: null, scale: 1 }).limit('login', { points: 1, seconds: 60 });
  await limit.take('first');
  for (let i = 0; i < 20_000; i++) await limit.take(`flood ${i}`);
  expect(await limit.take('flood 19999')).not.toBeNull();
  expect(await limit.take('first')).toBeNull();
});
