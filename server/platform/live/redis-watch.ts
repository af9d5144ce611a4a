import type { Redis } from 'ioredis';

const PING_MS = 2000;
const ANSWER_MS = 1000;

/**
 * Reconnects a connection on which Redis accepts commands and answers none, as a paused machine or a broken network path
 * does. While it reconnects the connection is not `ready`, so that callers fall back at once instead of waiting for a
 * time-out each.
 */
export function reconnectWhenSilent(redis: Redis): void {
  let pinging = false;
  const timer = setInterval(() => {
    if (pinging || redis.status !== 'ready') return;
    pinging = true;
    const silent = setTimeout(() => redis.disconnect(true), ANSWER_MS);
    // A failed ping is a lost connection, which the client replaces by itself.
    void redis
      .ping()
      .catch(() => {})
      .finally(() => {
        clearTimeout(silent);
        pinging = false;
      });
  }, PING_MS).unref();
  redis.once('end', () => clearInterval(timer));
}
