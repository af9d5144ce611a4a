import type pg from 'pg';
import utils from 'pg/lib/utils.js';

/** What pg gives a submittable of the connection: the extended protocol, a message a call. */
export interface Wire {
  parsedStatements: Record<string, string | undefined>;
  submittedNamedStatements: Record<string, string | undefined>;
  stream: { cork(): void; uncork(): void };
  parse(statement: { name: string; text: string }): void;
  bind(portal: { statement: string; values: readonly unknown[]; valueMapper: (value: unknown) => unknown }): void;
  describe(what: { type: 'P'; name: string }): void;
  execute(portal: { portal: string; rows: number }): void;
  sync(): void;
  sendCopyFail(reason: string): void;
}

type Parse = (text: string) => unknown;

/** The columns of a statement's rows. */
export interface Shape {
  names: string[];
  parsers: Parse[];
  /** A row of nulls: rows copied from it are alike to V8. */
  empty: Record<string, null>;
}

interface Described {
  fields: { name: string; dataTypeID: number; format?: string }[];
}

type Callback = (error: Error | null | undefined, result?: pg.QueryResult) => void;

/**
 * A named statement that asks a connection for the columns of its rows once. The driver's own query asks with every execution, which
 * costs PostgreSQL a look-up for each column and Node the reading of their names. On one connection they cannot change: PostgreSQL
 * refuses to run a prepared statement whose result would have other columns ("cached plan must not change result type").
 * Behind a pooler a connection is several, so there the driver's own query is used.
 */
export class StoredStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** Set by the caller, wrapped by the driver with its timeout. */
  callback: Callback;
  readonly #shapes: Map<string, Shape>;
  readonly #parserOf: (oid: number) => Parse;
  #shape: Shape | undefined;
  #rows: Record<string, unknown>[] = [];
  #command = '';
  #rowCount: number | null = null;
  #failure: Error | null = null;

  /** `shapes` is the connection's own: what its statements were seen to answer, by name. */
  constructor(
    statement: { name: string; text: string; values: readonly unknown[] },
    { shapes, parserOf, callback }: { shapes: Map<string, Shape>; parserOf: (oid: number) => Parse; callback: Callback },
  ) {
    this.name = statement.name;
    this.text = statement.text;
    this.values = statement.values;
    this.#shapes = shapes;
    this.#parserOf = parserOf;
    this.callback = callback;
  }

  submit(connection: Wire): Error | null {
    const parsed = connection.parsedStatements[this.name] ?? connection.submittedNamedStatements[this.name];
    connection.stream.cork();
    try {
      if (parsed === undefined) {
        connection.parse({ name: this.name, text: this.text });
        connection.submittedNamedStatements[this.name] = this.text;
        this.#shapes.delete(this.name);
      }
      try {
        connection.bind({ statement: this.name, values: this.values, valueMapper: utils.prepareValue });
      } catch (error) {
        // A value that cannot be written: nothing was bound, and the connection goes on.
        connection.sync();
        this.handleError(error as Error);
        this.callback = () => {};
        return null;
      }
      this.#shape = this.#shapes.get(this.name);
      if (!this.#shape) connection.describe({ type: 'P', name: '' });
      connection.execute({ portal: '', rows: 0 });
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
    return null;
  }

  handleRowDescription({ fields }: Described): void {
    const names = fields.map(({ name }) => name);
    this.#shape = {
      names,
      parsers: fields.map(({ dataTypeID }) => this.#parserOf(dataTypeID)),
      empty: Object.fromEntries(names.map((name) => [name, null])),
    };
    this.#shapes.set(this.name, this.#shape);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#failure) return;
    const { names, parsers, empty } = this.#shape!;
    const row: Record<string, unknown> = { ...empty };
    try {
      for (let i = 0; i < fields.length; i++) {
        const value = fields[i]!;
        if (value !== null) row[names[i]!] = parsers[i]!(value);
      }
    } catch (error) {
      this.#failure = error as Error;
      return;
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    const [command = '', ...counts] = text.split(' ');
    this.#command = command;
    this.#rowCount = counts.length > 0 ? Number(counts.at(-1)) : null;
    // A statement without rows has no columns to ask for again.
    if (!this.#shape) this.#shapes.set(this.name, { names: [], parsers: [], empty: {} });
  }

  handleReadyForQuery(): void {
    if (this.#failure) return this.handleError(this.#failure);
    const { callback } = this;
    try {
      callback(null, { command: this.#command, rowCount: this.#rowCount, oid: 0, rows: this.#rows, fields: [] });
    } catch (error) {
      process.nextTick(() => {
        throw error;
      });
    }
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  handleEmptyQuery(): void {}

  handlePortalSuspended(): void {}

  handleCopyInResponse(connection: Wire): void {
    connection.sendCopyFail('No source stream defined');
  }

  handleCopyData(): void {}
}
