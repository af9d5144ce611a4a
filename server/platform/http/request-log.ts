import type { FastifyBaseLogger } from 'fastify';
import type { Bindings, ChildLoggerOptions } from 'pino';

/**
 * The log of one request, with its request id on each line. Most requests log nothing, and pino's child
 * logger costs more than a session lookup, so it is created with the first line.
 */
export class RequestLog implements FastifyBaseLogger {
  readonly #parent: FastifyBaseLogger;
  readonly #bindings: Bindings;
  readonly #options: ChildLoggerOptions | undefined;
  #own: FastifyBaseLogger | undefined;

  constructor(parent: FastifyBaseLogger, bindings: Bindings, options?: ChildLoggerOptions) {
    this.#parent = parent;
    this.#bindings = bindings;
    this.#options = options;
  }

  get #log(): FastifyBaseLogger {
    return (this.#own ??= this.#parent.child(this.#bindings, this.#options));
  }

  get level(): string {
    return this.#own?.level ?? this.#parent.level;
  }

  child(bindings: Bindings, options?: ChildLoggerOptions): FastifyBaseLogger {
    return this.#log.child(bindings, options);
  }

  fatal(...line: Parameters<FastifyBaseLogger['fatal']>): void {
    this.#log.fatal(...line);
  }

  error(...line: Parameters<FastifyBaseLogger['error']>): void {
    this.#log.error(...line);
  }

  warn(...line: Parameters<FastifyBaseLogger['warn']>): void {
    this.#log.warn(...line);
  }

  info(...line: Parameters<FastifyBaseLogger['info']>): void {
    this.#log.info(...line);
  }

  debug(...line: Parameters<FastifyBaseLogger['debug']>): void {
    this.#log.debug(...line);
  }

  trace(...line: Parameters<FastifyBaseLogger['trace']>): void {
    this.#log.trace(...line);
  }

  silent(): void {}
}
