import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

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

function createLimit(name: string, rule: LimitRule, redis: Redis | null, scale: number): Limit {
  const options = {
    keyPrefix: `limit:${name}`,
    points: Math.max(1, Math.round(rule.points * scale)),
    duration: rule.seconds,
    ...(rule.blockSeconds === undefined ? {} : { blockDuration: rule.blockSeconds }),
  };
  const own = new RateLimiterMemory(options);
  const limiter = redis ? new RateLimiterRedis({ ...options, storeClient: redis, rejectIfRedisNotReady: true, insuranceLimiter: own }) : own;

  const seconds = (answer: RateLimiterRes) => Math.max(1, Math.ceil(answer.msBeforeNext / 1000));
  return {
    async take(key, points = 1) {
      try {
        await limiter.consume(key, points);
        return null;
      } catch (answer) {
        if (answer instanceof RateLimiterRes) return seconds(answer);
        throw answer;
      }
    },
    async wait(key) {
      const answer = await limiter.get(key);
      return answer !== null && answer.consumedPoints > options.points ? seconds(answer) : null;
    },
    async reset(key) {
      await limiter.delete(key);
      await own.delete(key);
    },
  };
}
