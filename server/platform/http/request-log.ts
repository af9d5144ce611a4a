import type { Bindings, ChildLoggerOptions } from 'pino';
import type { Log } from '../log.ts';

/**
 * The log of one request, whose lines carry the request's number. Most requests log nothing, so pino's own child, which costs more
 * than a session's look-up, is made with the first line.
 */
export class RequestLog {
  readonly #parent: Log;
  readonly #bindings: Bindings;
  readonly #options: ChildLoggerOptions | undefined;
  #own: Log | undefined;

  constructor(parent: Log, bindings: Bindings, options?: ChildLoggerOptions) {
    this.#parent = parent;
    this.#bindings = bindings;
    this.#options = options;
  }

  get #log(): Log {
    return (this.#own ??= this.#parent.child(this.#bindings, this.#options));
  }

  get level(): string {
    return this.#own?.level ?? this.#parent.level;
  }

  child(bindings: Bindings, options?: ChildLoggerOptions): Log {
    return this.#log.child(bindings, options) as Log;
  }

  fatal(...line: Parameters<Log['fatal']>): void {
    this.#log.fatal(...line);
  }

  error(...line: Parameters<Log['error']>): void {
    this.#log.error(...line);
  }

  warn(...line: Parameters<Log['warn']>): void {
    this.#log.warn(...line);
  }

  info(...line: Parameters<Log['info']>): void {
    this.#log.info(...line);
  }

  debug(...line: Parameters<Log['debug']>): void {
    this.#log.debug(...line);
  }

  trace(...line: Parameters<Log['trace']>): void {
    this.#log.trace(...line);
  }

  silent(): void {}
}
