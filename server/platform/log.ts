import { pino, type Logger } from 'pino';
import type { Config } from './config.ts';

export type Log = Logger;

/** What no log line may hold, wherever it stands in a logged object. */
const PRIVATE = ['password', 'old_password', 'token', 'email', 'text', 'iban', 'cookie', 'authorization', 'secret'];

/**
 * The process's log: JSON lines in production, readable lines otherwise; LOG_LEVEL sets the level.
 * Members' own words and keys never reach it: bodies are not logged and the fields of `PRIVATE` are cut out.
 */
export function createLog(config: Pick<Config, 'production'>, level?: string): Log {
  const chosen = level ?? process.env['LOG_LEVEL'] ?? (config.production ? 'info' : 'warn');
  return pino({
    level: chosen,
    redact: {
      paths: [...PRIVATE, ...PRIVATE.map((name) => `*.${name}`), 'req.headers.cookie', 'req.headers.authorization'],
      remove: true,
    },
    ...(config.production ? {} : { transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' } } }),
  });
}
