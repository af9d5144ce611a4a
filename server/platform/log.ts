import { createRequire } from 'node:module';
import { pino, type DestinationStream, type Logger } from 'pino';
import type PinoPretty from 'pino-pretty';
import { must } from '#contract/must.ts';
import type { Config } from './config.ts';
import type { DescribedError, ErrorReports } from './error-reports.ts';

export type Log = Logger;

const PRIVATE = [
  'password',
  'old_password',
  'token',
  'email',
  'text',
  'iban',
  'cookie',
  'authorization',
  'secret',
];

/**
 * E-mail addresses, our tokens and phone numbers in messages of libraries, such as a mail server's rejection.
 */
const ADDRESS = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
const PHONE = /\+\d{8,15}\b/g;
const scrub = (text: string) => text.replace(ADDRESS, '<address>').replace(PHONE, '<number>');

/** Serialises an error for the log, without PostgreSQL's `detail` and a request's payload. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? scrub(error) : error;
  const { code, constraint, table, cause } = error as Error & {
    code?: unknown;
    constraint?: unknown;
    table?: unknown;
  };
  return {
    type: error.name,
    message: scrub(error.message),
    stack: scrub(error.stack ?? ''),
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint, table }),
    ...(cause instanceof Error ? { cause: scrub(cause.message) } : {}),
  };
}

function report(reports: ErrorReports, args: readonly unknown[], bindings: { job?: unknown }): void {
  const [details, message] = args as [{ err?: unknown; error?: unknown; path?: unknown }, unknown];
  const error = details?.err ?? details?.error;
  if (!(error instanceof Error)) return;
  const where = details.path ?? bindings.job;
  reports.take(
    describeError(error) as DescribedError,
    typeof message === 'string' ? scrub(message) : '',
    typeof where === 'string' ? where : undefined,
  );
}

const ERROR_LEVEL = must(pino.levels.values['error'], 'log level "error"');

/**
 * The process's log: JSON lines in production, readable lines otherwise. LOG_LEVEL sets the level; `to` is
 * for tests. Members' texts, addresses and keys must never appear in it: bodies are not logged, the keys of
 * `PRIVATE` are removed, and addresses in third-party messages are replaced. Errors of our own also go to
 * `reports`, scrubbed in the same way.
 */
export function createLog(
  config: Pick<Config, 'production'>,
  level?: string,
  to?: DestinationStream,
  reports: ErrorReports | null = null,
): Log {
  const chosen = level ?? process.env['LOG_LEVEL'] ?? (config.production ? 'info' : 'warn');
  return pino(
    {
      level: chosen,
      serializers: { err: describeError, error: describeError },
      hooks: {
        logMethod(args, method, level) {
          if (reports && level >= ERROR_LEVEL) report(reports, args, this.bindings());
          method.apply(
            this,
            args.map((entry) => (typeof entry === 'string' ? scrub(entry) : entry)) as Parameters<
              typeof method
            >,
          );
        },
      },
      redact: {
        paths: [
          ...PRIVATE,
          ...PRIVATE.map((name) => `*.${name}`),
          'req.headers.cookie',
          'req.headers.authorization',
        ],
        remove: true,
      },
    },
    to ?? (config.production ? pino.destination(1) : readable()),
  );
}

/**
 * Human-readable lines, formatted here because pino's worker thread would need a separate heap for few lines.
 */
function readable(): DestinationStream {
  const pretty = createRequire(import.meta.url)('pino-pretty') as typeof PinoPretty;
  return pretty({ ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', sync: true });
}
