import { Redis, type RedisOptions } from 'ioredis';
import type { RedisAddress } from './redis-address.ts';

const SENTINEL_TIMEOUT_MS = 1000;

/**
 * Opens a connection to Redis. With sentinels, each connection begins by asking them for the primary. They drop the
 * connections of a primary that they demote, so the client's `failoverDetector` is not needed; in ioredis 6.0 it ends a
 * client for good if it reports a failover while that client is reconnecting.
 */
export function openRedis({ url, sentinels, sentinelPassword }: RedisAddress, options: RedisOptions): Redis {
  if (sentinels.length === 0) return new Redis(url, options);
  const { protocol, hostname, username, password, pathname } = new URL(url);
  const withTls = protocol === 'rediss:';
  return new Redis({
    ...options,
    sentinels,
    name: hostname,
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
    db: Number(pathname.slice(1)) || 0,
    sentinelCommandTimeout: SENTINEL_TIMEOUT_MS,
    sentinelRetryStrategy: (tries) =>
      options.retryStrategy === null ? null : Math.min(100 * tries, SENTINEL_TIMEOUT_MS),
    ...(sentinelPassword ? { sentinelPassword } : {}),
    ...(withTls ? { enableTLSForSentinelMode: true, tls: {}, sentinelTLS: {} } : {}),
  });
}
