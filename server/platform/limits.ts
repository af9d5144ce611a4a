import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { refuse } from './http/refusal.ts';
import { growingCache } from './memory/growing-cache.ts';

/** `points` within `seconds`. Callers over the limit wait `blockSeconds`, or until the window ends. */
export interface LimitRule {
  points: number;
  seconds: number;
  blockSeconds?: number;
}

export interface Limit {
  /** Takes `points` (1 by default) for a key. Returns null if allowed, else the seconds to wait. */
  take(key: string, points?: number): Promise<number | null>;
  wait(key: string): Promise<number | null>;
  /** Returns `points` (1 by default) taken for an attempt that does not count after all. */
  giveBack(key: string, points?: number): Promise<void>;
  reset(key: string): Promise<void>;
}

export interface Limits {
  /**
   * The rate limit of this name. All uses of a name share one limit; only the rule of the first use applies.
   */
  limit(name: string, rule: LimitRule): Limit;
}

/** Takes one point for a key. Throws `too_many_requests` with the seconds to wait if none is left. */
export async function enforce(limit: Limit, key: string): Promise<void> {
  const wait = await limit.take(key);
  if (wait !== null) throw refuse('too_many_requests', {}, wait);
}

/**
 * Rate limits against floods and guessing. All processes share them through Redis; while Redis is unavailable
 * each process counts separately, so limits always apply. `scale` (LIMITS_SCALE) multiplies the points of
 * every rule. Product limits (conversations, photos, likes a day) are rows in the database instead.
 */
export function createLimits({ redis, scale }: { redis: Redis | null; scale: number }): Limits {
  const known = new Map<string, Limit>();
  return {
    limit(name, rule) {
      const found = known.get(name);
      if (found) return found;
      const made = createLimit(name, rule, redis, scale);
      known.set(name, made);
      return made;
    },
  };
}

/** Keys that one process counts per limit; the least recently used is evicted. */
const MOST_KEYS = 20_000;

function createLimit(name: string, rule: LimitRule, redis: Redis | null, scale: number): Limit {
  const points = Math.max(1, Math.round(rule.points * scale));
  const own = createOwnLimit({ ...rule, points });
  if (!redis) return own;
  const shared = new RateLimiterRedis({
    keyPrefix: `limit:${name}`,
    points,
    duration: rule.seconds,
    ...(rule.blockSeconds === undefined ? {} : { blockDuration: rule.blockSeconds }),
    storeClient: redis,
    rejectIfRedisNotReady: true,
  });
  // Keys may be personal data (IP and mail addresses), so Redis gets only their hashes.
  const hidden = (key: string) => createHash('sha256').update(key).digest('base64url').slice(0, 22);
  const seconds = (answer: RateLimiterRes) => Math.max(1, Math.ceil(answer.msBeforeNext / 1000));
  return {
    async take(key, taken = 1) {
      try {
        await shared.consume(hidden(key), taken);
        return null;
      } catch (answer) {
        return answer instanceof RateLimiterRes ? seconds(answer) : own.take(key, taken);
      }
    },
    async wait(key) {
      try {
        const answer = await shared.get(hidden(key));
        return answer !== null && answer.consumedPoints > points ? seconds(answer) : null;
      } catch {
        return own.wait(key);
      }
    },
    async giveBack(key, given = 1) {
      await shared.reward(hidden(key), given).catch(() => {});
      await own.giveBack(key, given);
    },
    async reset(key) {
      await shared.delete(hidden(key)).catch(() => {});
      await own.reset(key);
    },
  };
}

interface Count {
  taken: number;
  /** End of the window or the block, on the `performance.now()` clock. */
  until: number;
}

function createOwnLimit({ points, seconds, blockSeconds }: LimitRule): Limit {
  const counts = growingCache<string, Count>(MOST_KEYS);
  const find = (key: string) => {
    const count = counts.get(key);
    return count && count.until > performance.now() ? count : undefined;
  };
  const left = ({ until }: Count) => Math.max(1, Math.ceil((until - performance.now()) / 1000));
  return {
    async take(key, taken = 1) {
      const count = find(key) ?? { taken: 0, until: performance.now() + seconds * 1000 };
      const fitted = count.taken <= points;
      count.taken += taken;
      counts.set(key, count);
      if (count.taken <= points) return null;
      if (fitted && blockSeconds !== undefined) count.until = performance.now() + blockSeconds * 1000;
      return left(count);
    },
    async wait(key) {
      const count = find(key);
      return count && count.taken > points ? left(count) : null;
    },
    async giveBack(key, given = 1) {
      const count = find(key);
      if (count) count.taken = Math.max(0, count.taken - given);
    },
    async reset(key) {
      counts.delete(key);
    },
  };
}
