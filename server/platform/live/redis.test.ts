import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingSentinel, startSentinels, type Sentinels } from '#support/services/redis/sentinels.ts';
import { createLimits } from '../limits.ts';
import { createLog } from '../log.ts';
import { createRedisEventBus } from './events-redis.ts';
import type { EventBus } from './events.ts';
import { readRedis } from './redis-address.ts';
import { reconnectWhenSilent } from './redis-watch.ts';
import { openRedis } from './redis.ts';

test('reads the sentinels, and the group from the host of REDIS_URL', () => {
  expect(
    readRedis({
      REDIS_URL: 'redis://:secret@main/2',
      REDIS_SENTINELS: 'one.example, two.example:26380 [::1]:7000',
      REDIS_SENTINEL_PASSWORD: 'another',
    }),
  ).toEqual({
    url: 'redis://:secret@main/2',
    sentinels: [
      { host: 'one.example', port: 26_379 },
      { host: 'two.example', port: 26_380 },
      { host: '::1', port: 7000 },
    ],
    sentinelPassword: 'another',
  });
  expect(readRedis({})).toBeNull();
});

test.each([
  ['REDIS_SENTINELS needs a REDIS_URL', { REDIS_SENTINELS: 'one:26379' }],
  ['REDIS_SENTINELS needs a REDIS_URL', { REDIS_SENTINELS: 'one:26379', REDIS_URL: 'unix:///run/redis' }],
  [
    'REDIS_SENTINELS must list hosts as host:port, not "one:port"',
    { REDIS_SENTINELS: 'one:port', REDIS_URL: 'redis://main' },
  ],
  ['REDIS_SENTINEL_PASSWORD needs REDIS_SENTINELS', { REDIS_SENTINEL_PASSWORD: 'x' }],
])('refuses to start: %s', (words, env) => {
  expect(() => readRedis(env)).toThrow(words);
});

const missing = missingSentinel.length > 0 ? ` (missing here: ${missingSentinel.join(', ')})` : '';

describe.skipIf(missing)(`a group of servers that sentinels monitor${missing}`, () => {
  let sentinels: Sentinels;
  let buses: EventBus[];
  const log = createLog({ production: true }, 'silent');
  // A sentinel on a busy machine pauses for 30 seconds before it trusts its clock again.
  const FAILOVER = { timeout: 45_000 };

  beforeAll(async () => {
    sentinels = await startSentinels();
    buses = [0, 1].map(() => createRedisEventBus(readRedis(sentinels.env)!, log));
  }, 60_000);
  afterAll(async () => {
    await Promise.all((buses ?? []).map((bus) => bus.close()));
    await sentinels?.close();
  });

  const expectDelivery = async (member: number) => {
    const [sender, receiver] = buses as [EventBus, EventBus];
    let heard = 0;
    const stop = receiver.subscribe(member, () => heard++);
    await expect
      .poll(() => {
        sender.emit(member, 'typing', { conversation: 1, profile: 2 });
        return heard;
      }, FAILOVER)
      .toBeGreaterThan(0);
    stop();
  };

  test('processes share events and limits again after the primary is killed', async () => {
    const redis = openRedis(readRedis(sentinels.env)!, {
      maxRetriesPerRequest: 1,
      enableOfflineQueue: false,
      commandTimeout: 1000,
    });
    redis.on('error', () => {});
    const rule = { points: 2, seconds: 60 };
    const limits = [0, 1].map(() => createLimits({ redis, scale: 1 }).limit('login', rule));
    await expectDelivery(5);
    const before = await sentinels.primaryPort();
    await sentinels.kill(before);
    await expect.poll(() => sentinels.primaryPort(), FAILOVER).not.toBe(before);
    await expectDelivery(6);
    await expect.poll(() => redis.status, FAILOVER).toBe('ready');
    expect(await limits[0]!.take('a')).toBeNull();
    expect(await limits[1]!.take('a')).toBeNull();
    expect(await limits[0]!.take('a')).not.toBeNull();
    redis.disconnect();
  }, 120_000);
});

describe.skipIf(missing)(`a primary that stops answering and returns${missing}`, () => {
  test('is left for the new primary, and not used again', async () => {
    const sentinels = await startSentinels();
    const redis = openRedis(readRedis(sentinels.env)!, { maxRetriesPerRequest: null });
    redis.on('error', () => {});
    reconnectWhenSilent(redis);
    try {
      await redis.set('key', 'before');
      const old = await sentinels.primaryPort();
      sentinels.pause(old);
      await expect.poll(() => sentinels.primaryPort(), { timeout: 45_000 }).not.toBe(old);
      sentinels.resume(old);
      await expect
        .poll(() => redis.stream.remotePort, { timeout: 45_000 })
        .toBe(await sentinels.primaryPort());
      await redis.set('key', 'after');
      expect(await redis.info('replication')).toContain('role:master');
    } finally {
      redis.disconnect();
      await sentinels.close();
    }
  }, 120_000);
});
