import { createHash } from 'node:crypto';
import pg from 'pg';
import { DatabaseUnavailable, isUnavailable } from './errors.ts';

export interface PoolSettings {
  url: string;
  size: number;
  /**
   * The pooler in front of PostgreSQL. `pgbouncer` is a transaction pooler with support for prepared
   * statements (1.21 and newer), which accepts no settings on connect. `pgbouncer-unnamed` is an older one,
   * behind which queries are not prepared.
   */
  pooler: 'none' | 'pgbouncer' | 'pgbouncer-unnamed';
  connectMs?: number;
  /** Statement timeout, after which the database counts as unavailable. 0 disables it. */
  statementMs?: number;
  name?: string;
  /**
   * Plan a prepared statement once per connection, for any values (`plan_cache_mode`). Use it for index
   * ranges whose limits are constants: for a limit passed as a parameter, such a generic plan estimates a
   * tenth of the table.
   */
  plansOnce?: boolean;
  /** Keeps connections open while they are idle, so that queries stay planned on them. */
  staysOpen?: boolean;
  /**
   * Called with each query as it is sent, for tracing. The returned function is called when the query is
   * done.
   */
  onStatement?: ((text: string) => (failed: boolean) => void) | null;
}

/** Maximum batches of messages that a process stores at the same time, each on its own connection. */
export const MAX_BATCHES_IN_FLIGHT = 2;

/** Pool sizes of a process, derived from the size of its main pool. */
export function poolSizes(size: number) {
  const half = Math.ceil(size / 2);
  return { main: size, search: half, prepared: half, sends: MAX_BATCHES_IN_FLIGHT };
}

/** Maximum connections of a process whose main pool has `size`, excluding those of jobs. */
export const connectionsOf = (size: number): number =>
  Object.values(poolSizes(size)).reduce((sum, one) => sum + one);

/**
 * Together below the 10 s that a proxy or browser waits, so that a hung database causes a 503, not a hung
 * page.
 */
const CONNECT_MS = 3000;
const STATEMENT_MS = 6000;

/** Maximum prepared statements per process. Dynamically built text must not fill the server's memory. */
const MAX_NAMES = 1000;
/**
 * A transaction that lifts the server's statement timeout, as long reports do, lifts the driver's timeout
 * too.
 */
const UNHURRIED = /^\s*set local statement_timeout = 0/i;
const TRANSACTION_END = /^\s*(?:commit|rollback)\s*$/i;
const NO_LIMIT_MS = 2 ** 31 - 1;

const NAMEABLE = /^\s*(?:select|insert|update|delete|with|merge)\b/i;

/**
 * Creates a connection pool. Each query with parameters is prepared under a name derived from its text, so
 * that PostgreSQL parses and plans it once per connection. An unreachable or hung database rejects with
 * `DatabaseUnavailable`.
 */
export function createPool(settings: PoolSettings): pg.Pool {
  const { connectMs = CONNECT_MS, statementMs = STATEMENT_MS } = settings;
  const names = settings.pooler === 'pgbouncer-unnamed' ? null : new Map<string, string>();

  class Client extends NamingClient {
    protected override names = names;
    protected override onStatement = settings.onStatement ?? null;
  }

  const pool = new ExplainingPool({
    connectionString: settings.url,
    max: settings.size,
    Client,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: settings.staysOpen ? 0 : 60_000,
    keepAlive: true,
    // Without it, Linux probes a connection after two hours, when a firewall has long dropped it.
    keepAliveInitialDelayMillis: 30_000,
    types: { getTypeParser },
    // The driver's timeout applies only if the server does not respond at all.
    ...(statementMs > 0 ? { query_timeout: statementMs + 1000 } : {}),
    ...(settings.pooler === 'none'
      ? {
          application_name: settings.name ?? 'liaison',
          ...(settings.plansOnce ? { options: '-c plan_cache_mode=force_generic_plan' } : {}),
          ...(statementMs > 0
            ? { statement_timeout: statementMs, idle_in_transaction_session_timeout: 4 * statementMs }
            : {}),
        }
      : {}),
  });
  pool.on('error', () => {});
  return pool;
}

type Callback = (error: Error | null | undefined, result?: unknown) => void;

/**
 * The driver's query, with any of the arguments of its overloads. A method, because TypeScript would compare
 * the arguments of a function strictly.
 */
const driver: { query(...args: unknown[]): unknown } = pg.Client.prototype;

/** A connection that names prepared statements, translates errors, and is discarded after a timeout. */
class NamingClient extends pg.Client {
  protected names: Map<string, string> | null = null;
  protected onStatement: PoolSettings['onStatement'] = null;
  #unhurried = false;

  constructor(config?: pg.ClientConfig) {
    super(config);
    // If a checked-out connection breaks, its queries reject. Without this listener the error would end the
    // process.
    this.on('error', () => {});
  }

  /** The `query` of these connections, set below the class. */
  send(...args: unknown[]): unknown {
    const [first, second, third] = args;
    if (typeof (first as { submit?: unknown } | null)?.submit === 'function')
      return driver.query.call(this, ...args);
    const config: pg.QueryConfig =
      typeof first === 'string'
        ? { text: first, ...(Array.isArray(second) ? { values: second } : {}) }
        : { ...(first as pg.QueryConfig) };
    const name = config.values && config.name === undefined ? this.nameOf(config.text) : undefined;
    if (name !== undefined) config.name = name;
    else if (UNHURRIED.test(config.text)) this.#unhurried = true;
    else if (TRANSACTION_END.test(config.text)) this.#unhurried = false;
    if (this.#unhurried) Object.assign(config, { query_timeout: NO_LIMIT_MS });

    const callback = [second, third].find((value) => typeof value === 'function') as Callback | undefined;
    const done: Callback | undefined =
      callback && ((error, result) => callback(error ? this.explain(error) : error, result));
    if (done) return driver.query.call(this, config, done);
    const ended = this.onStatement?.(config.text);
    const answer = new Promise<unknown>((resolve, reject) => {
      const settle: Callback = (error, result) => {
        ended?.(Boolean(error));
        if (error) reject(this.explain(error));
        else resolve(result);
      };
      driver.query.call(this, config, settle);
    });
    return answer;
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
    if (!isUnavailable(error)) {
      // A value could not be serialised. pg has closed the prepared statement on the server but would use it
      // again.
      if (!(error instanceof pg.DatabaseError)) this.end().catch(() => {});
      return error;
    }
    // After a timeout the result of this query may still arrive, so the connection cannot be reused.
    if (error.message === 'Query read timeout') {
      this.connection.stream.destroy();
    }
    return new DatabaseUnavailable(error);
  }
}

// Not an override, because that would have to repeat the overloads of pg's `query`.
Object.assign(NamingClient.prototype, { query: NamingClient.prototype.send });

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

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

function explainConnect(error: Error): Error {
  return error instanceof DatabaseUnavailable ? error : new DatabaseUnavailable(error);
}

const DATE = 1082;
const INT8 = 20;
const INT8_ARRAY: number = 1016;

/**
 * int8 becomes a number (ours stay below 2^53). A date stays text such as `2000-12-31`, without a time zone.
 */
function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === INT8) return Number;
  if (oid === DATE) return (value) => value;
  if (oid === INT8_ARRAY) {
    const parse = pg.types.getTypeParser(INT8_ARRAY, 'text') as (value: string) => (string | null)[];
    return (value) => parse(value).map((entry) => (entry === null ? null : Number(entry)));
  }
  return pg.types.getTypeParser(oid, format as 'text') as (value: string) => unknown;
}
