import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { redisProgram, startRedis } from '#support/services/redis/redis.ts';
import { createLimits } from './limits.ts';
import { reconnectWhenSilent } from './live/redis-watch.ts';

const rule = { points: 5, seconds: 60, blockSeconds: 900 };

test('refuses calls over the limit with the seconds to wait, per key', async () => {
  const limit = createLimits({ redis: null, scale: 1 }).limit('login', rule);
  for (let i = 0; i < 5; i++) expect(await limit.take('a')).toBeNull();
  expect(await limit.wait('a')).toBeNull();
  expect(await limit.take('a')).toBe(900);
  expect(await limit.wait('a')).toBeGreaterThan(890);
  expect(await limit.take('b')).toBeNull();
});

test('starts over after a reset', async () => {
  const limit = createLimits({ redis: null, scale: 1 }).limit('login', { points: 1, seconds: 60 });
  await limit.take('a');
  expect(await limit.take('a')).not.toBeNull();
  await limit.reset('a');
  expect(await limit.take('a')).toBeNull();
});

test('multiplies the points by the scale', async () => {
  const limit = createLimits({ redis: null, scale: 3 }).limit('login', { points: 1, seconds: 60 });
  for (let i = 0; i < 3; i++) expect(await limit.take('a')).toBeNull();
  expect(await limit.take('a')).not.toBeNull();
});

test('counts in the process while Redis is unavailable', async () => {
  const redis = new Redis('redis://127.0.0.1:1', {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  redis.on('error', () => {});
  const limit = createLimits({ redis, scale: 1 }).limit('login', rule);
  for (let i = 0; i < 5; i++) expect(await limit.take('a')).toBeNull();
  expect(await limit.take('a')).toBe(900);
  expect(await limit.wait('a')).not.toBeNull();
  await limit.reset('a');
  expect(await limit.take('a')).toBeNull();
  redis.disconnect();
});

test('evicts the least recently used key when there are too many', async () => {
  const limit = createLimits({ redis: null, scale: 1 }).limit('login', { points: 1, seconds: 60 });
  await limit.take('first');
  for (let i = 0; i < 20_000; i++) await limit.take(`flood ${i}`);
  expect(await limit.take('flood 19999')).not.toBeNull();
  expect(await limit.take('first')).toBeNull();
});

test.skipIf(!redisProgram)(
  'counts in the process within seconds once Redis accepts and never answers',
  async () => {
    const server = await startRedis();
    const redis = new Redis(server.url, {
      maxRetriesPerRequest: 1,
      enableOfflineQueue: false,
      connectTimeout: 2000,
      commandTimeout: 1000,
    });
    redis.on('error', () => {});
    reconnectWhenSilent(redis);
    try {
      await expect.poll(() => redis.status).toBe('ready');
      const limit = createLimits({ redis, scale: 1 }).limit('login', rule);
      expect(await limit.take('a')).toBeNull();
      server.pause();
      await wait(4000);
      const began = performance.now();
      for (let i = 0; i < 5; i++) expect(await limit.take('b')).toBeNull();
      expect(performance.now() - began).toBeLessThan(2500);
      server.resume();
      await expect.poll(() => redis.status, { timeout: 10_000 }).toBe('ready');
    } finally {
      redis.disconnect();
      server.resume();
      await server.kill();
    }
  },
  30_000,
);
