import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

/** `points` within `seconds`; who goes beyond waits for `blockSeconds`, else for the end of the window. */
export interface LimitRule {
  points: number;
  seconds: number;
  blockSeconds?: number;
}

export interface Limit {
  /** Takes `points` (1 by default) for a key. null: allowed; otherwise how many seconds to wait. */
  take(key: string, points?: number): Promise<number | null>;
  /** Seconds to wait, without taking anything; null when there is room. */
  wait(key: string): Promise<number | null>;
  /** Gives back `points` that were taken (1 by default), of a try that turned out to be none. */
  giveBack(key: string, points?: number): Promise<void>;
  /** Forgets a key, such as an account that logged in well. */
  reset(key: string): Promise<void>;
}

export interface Limits {
  /** The rate limit of one name; the same name is one limit everywhere. */
  limit(name: string, rule: LimitRule): Limit;
}

/**
 * Rate limits against floods and guessing. With Redis all processes share them; while it is away each process counts
 * for itself, so that a limit is never off. `scale` (LIMITS_SCALE) multiplies the points of every rule. Limits of the
 * product (conversations, photos, likes a day) are rows in the database and no business of this file.
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

/** Keys that a process counts of one limit at a time; beyond, the one that was quiet longest is forgotten. */
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
  // Keys are addresses as often as numbers, and nobody who reads Redis needs to know whose.
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
  /** When the window or the block is over, by the process's own steady clock. */
  until: number;
}

/** The limit of one process, in bounded memory. */
function createOwnLimit({ points, seconds, blockSeconds }: LimitRule): Limit {
  const counts = new LRUCache<string, Count>({ max: MOST_KEYS });
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
      // The first that goes beyond begins the block.
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
