import { createHash } from 'node:crypto';
import pg from 'pg';
import { DatabaseUnavailable, isUnavailable } from './errors.ts';
import { StoredStatement, type Shape } from './stored-statement.ts';

export interface PoolSettings {
  url: string;
  /** Most connections at once. */
  size: number;
  /**
   * What stands between. `pgbouncer`: a transaction pooler that knows named statements (1.21 and newer), which takes no
   * settings at connecting; `pgbouncer-unnamed`: an older one, for which statements stay without a name.
   */
  pooler: 'none' | 'pgbouncer' | 'pgbouncer-unnamed';
  /** How long to wait for a connection, milliseconds. */
  connectMs?: number;
  /** How long a statement may take before the database counts as away, milliseconds; 0 is for ever. */
  statementMs?: number;
  /** Seen as application_name. */
  name?: string;
  /**
   * Plan a named statement once for each connection, whatever its values. For statements that are index ranges with
   * their limits written in: of a limit that comes as a value such a plan expects a tenth of the table.
   */
  plansOnce?: boolean;
  /** Told of each statement as it is sent, for the trace of a request; what it answers is called when the statement is done. */
  onStatement?: ((text: string) => (failed: boolean) => void) | null;
}

/** Together below the 10 s that a proxy or browser waits: a hung database becomes a 503, not a hung page. */
const CONNECT_MS = 3000;
const STATEMENT_MS = 6000;

/** Statements named per process; text that is put together again each time must not fill the server's memory. */
const MAX_NAMES = 1000;
/** A transaction that lifts the server's limit for itself, as long reports do, lifts the driver's with it. */
const UNHURRIED = /^\s*set local statement_timeout = 0/i;
const TRANSACTION_END = /^\s*(?:commit|rollback)\s*$/i;
const NO_LIMIT_MS = 2 ** 31 - 1;

const NAMEABLE = /^\s*(?:select|insert|update|delete|with|merge)\b/i;

/**
 * A pool of connections on which each statement with parameters is named after its text, so that PostgreSQL parses and
 * plans it once per connection, and on which an absent or hung database is a `DatabaseUnavailable`.
 */
export function createPool(settings: PoolSettings): pg.Pool {
  const { connectMs = CONNECT_MS, statementMs = STATEMENT_MS } = settings;
  const names = settings.pooler === 'pgbouncer-unnamed' ? null : new Map<string, string>();

  class Client extends NamingClient {
    protected override names = names;
    protected override onStatement = settings.onStatement ?? null;
    protected override shapes = settings.pooler === 'none' ? new Map<string, Shape>() : null;
  }

  const pool = new ExplainingPool({
    connectionString: settings.url,
    max: settings.size,
    Client: Client as unknown as new () => pg.ClientBase,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    types: { getTypeParser },
    // The server gives up first; when it does not answer at all, the driver does.
    ...(statementMs > 0 ? { query_timeout: statementMs + 1000 } : {}),
    ...(settings.pooler === 'none'
      ? {
          application_name: settings.name ?? 'liaison',
          ...(settings.plansOnce ? { options: '-c plan_cache_mode=force_generic_plan' } : {}),
          ...(statementMs > 0 ? { statement_timeout: statementMs, idle_in_transaction_session_timeout: 4 * statementMs } : {}),
        }
      : {}),
  });
  // An idle connection that breaks is simply gone from the pool.
  pool.on('error', () => {});
  return pool;
}

type Callback = (error: Error | null | undefined, result?: unknown) => void;

/** A connection that names statements, translates errors, and is never used again after a timeout. */
class NamingClient extends pg.Client {
  protected names: Map<string, string> | null = null;
  protected onStatement: PoolSettings['onStatement'] = null;
  /** What the statements of this connection were seen to answer; null behind a pooler. */
  protected shapes: Map<string, Shape> | null = null;
  #unhurried = false;

  constructor(config?: pg.ClientConfig) {
    super(config);
    // A connection that breaks while somebody has it tells them by its statements; without a listener it would end the process.
    this.on('error', () => {});
  }

  // The signatures of pg's query are overloads that an override cannot repeat: the arguments pass through as they come.
  override query(...args: unknown[]): never {
    const [first, second, third] = args;
    if (typeof (first as { submit?: unknown } | null)?.submit === 'function') return super.query(...(args as [never])) as never;
    const config: pg.QueryConfig =
      typeof first === 'string' ? { text: first, ...(Array.isArray(second) ? { values: second } : {}) } : { ...(first as pg.QueryConfig) };
    const name = config.values && config.name === undefined ? this.nameOf(config.text) : undefined;
    if (name !== undefined) config.name = name;
    else if (UNHURRIED.test(config.text)) this.#unhurried = true;
    else if (TRANSACTION_END.test(config.text)) this.#unhurried = false;
    if (this.#unhurried) Object.assign(config, { query_timeout: NO_LIMIT_MS });

    const callback = [second, third].find((value) => typeof value === 'function') as Callback | undefined;
    const done: Callback | undefined = callback && ((error, result) => callback(error ? this.explain(error) : error, result));
    if (done) return this.send(config, done) as never;
    const ended = this.onStatement?.(config.text);
    const answer = new Promise<unknown>((resolve, reject) => {
      this.send(config, (error, result) => {
        ended?.(Boolean(error));
        if (error) reject(this.explain(error));
        else resolve(result);
      });
    });
    return answer as never;
  }

  /** Hands a statement to the driver: a named one asks for its columns once. */
  private send(config: pg.QueryConfig, callback: Callback): void {
    const { name, text, values } = config;
    if (name === undefined || this.shapes === null) return void super.query(config as never, callback as never);
    const statement = new StoredStatement({ name, text, values: values ?? [] }, { shapes: this.shapes, parserOf: getTypeParser, callback });
    if (this.#unhurried) Object.assign(statement, { query_timeout: NO_LIMIT_MS });
    super.query(statement as never);
  }

  private nameOf(text: string): string | undefined {
    if (this.names === null) return undefined;
    const known = this.names.get(text);
    if (known !== undefined) return known;
    if (this.names.size >= MAX_NAMES || !NAMEABLE.test(text)) return undefined;
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 16);
    this.names.set(text, name);
    return name;
  }

  private explain(error: Error): Error {
    if (!isUnavailable(error)) return error;
    // After a timeout the answer to this statement may still come: the connection cannot serve another.
    if (error.message === 'Query read timeout') {
      (this as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    }
    return new DatabaseUnavailable(error);
  }
}

type ConnectCallback = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void;

class ExplainingPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    if (callback) {
      super.connect((error, client, done) => callback(error && explainConnect(error), client, done));
      return;
    }
    return super.connect().catch((error: Error) => {
      throw explainConnect(error);
    });
  }
}

/** A connection that cannot be had means that the database is away, whatever the reason. */
function explainConnect(error: Error): Error {
  return error instanceof DatabaseUnavailable ? error : new DatabaseUnavailable(error);
}

const DATE = 1082;
const INT8 = 20;
const INT8_ARRAY = 1016;

/** int8 becomes a number (ours stay below 2^53) and a date stays the text `2000-12-31`, free of time zones. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === INT8) return Number;
  if (oid === DATE) return (value) => value;
  if (oid === INT8_ARRAY) {
    const parse = pg.types.getTypeParser(INT8_ARRAY as never, 'text') as (value: string) => (string | null)[];
    return (value) => parse(value).map((entry) => (entry === null ? null : Number(entry)));
  }
  return pg.types.getTypeParser(oid, format as 'text') as (value: string) => unknown;
}
