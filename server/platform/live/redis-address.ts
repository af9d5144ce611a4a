import { ConfigError, list, readUrl, text, type Env } from '../environment.ts';

export interface RedisAddress {
  /** With sentinels, the host is the name of the group that they monitor. */
  url: string;
  sentinels: { host: string; port: number }[];
  sentinelPassword: string | null;
}

const SENTINEL_PORT = 26_379;

/** Reads REDIS_URL, REDIS_SENTINELS and REDIS_SENTINEL_PASSWORD. Null without REDIS_URL. */
export function readRedis(env: Env): RedisAddress | null {
  const url = readUrl(env, 'REDIS_URL', ['redis:', 'rediss:', 'unix:']);
  const sentinels = list(env, 'REDIS_SENTINELS').map(readSentinel);
  const sentinelPassword = text(env, 'REDIS_SENTINEL_PASSWORD');
  if (sentinels.length === 0 && sentinelPassword !== null)
    throw new ConfigError('REDIS_SENTINEL_PASSWORD needs REDIS_SENTINELS.');
  if (sentinels.length > 0 && (url === null || new URL(url).protocol === 'unix:')) {
    throw new ConfigError(
      'REDIS_SENTINELS needs a REDIS_URL with the name of the monitored group as its host, such as redis://mymaster.',
    );
  }
  return url === null ? null : { url, sentinels, sentinelPassword };
}

function readSentinel(entry: string): { host: string; port: number } {
  const address = `redis://${entry}`;
  const { hostname, port, pathname, username } = URL.canParse(address)
    ? new URL(address)
    : { hostname: '', port: '', pathname: '', username: '' };
  if (!hostname || pathname || username)
    throw new ConfigError(`REDIS_SENTINELS must list hosts as host:port, not "${entry}".`);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port ? Number(port) : SENTINEL_PORT };
}
