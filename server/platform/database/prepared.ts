import type pg from 'pg';
import { CompiledQuery, sql, type RawBuilder } from 'kysely';
import { poolUnder, type Db } from './index.ts';

/** A place in a statement that a value takes at each call. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

interface Compiled {
  text: string;
  /** What `$1`, `$2` and so on are: the name of a value, or a constant of the statement. */
  parameters: readonly unknown[];
}

/** Writes one value into the text: the same name is the same parameter wherever it stands. */
export type Value<V> = <K extends keyof V & string>(name: K) => RawBuilder<V[K]>;

/**
 * A statement that is hot: its text is put together once, not at each call, which costs more than the call itself in a busy process.
 * What changes from call to call are values; what changes the text is the shape (few small ones: each is compiled once).
 *
 * ```ts
 * const liked = prepared<{ member: number; before: number }, { id: number }, { newest: boolean }>((value, { newest }) => sql`
 *   select liked_id as id from likes where liker_id = ${value('member')} and id < ${value('before')} order by id ${newest ? sql`desc` : sql`asc`}`);
 * const rows = await liked(db, { member: 1, before: 100 }, { newest: true });
 * ```
 *
 * Runs on whatever connection or transaction `db` is. A fragment that takes an id (`knownTo`, `listedFor`) takes `value('member')` in its place.
 * A list as long as its values is one value of an array type: `= any(${value('ids')}::bigint[])`.
 */
export function prepared<Values extends Record<string, unknown>, Row, Shape extends Readonly<Record<string, string | number | boolean>> = Record<never, never>>(
  build: (value: Value<Values>, shape: Shape) => RawBuilder<Row>,
): (db: Db, values: Values, ...shape: keyof Shape extends never ? [] : [Shape]) => Promise<Row[]> {
  const known = new Map<string, Compiled>();
  return async (db, values, ...[shape]) => {
    const key = shape ? Object.values(shape).join() : '';
    let compiled = known.get(key);
    if (!compiled)
      known.set(
        key,
        (compiled = compile(
          db,
          build((name) => sql`${new Slot(name)}`, (shape ?? {}) as Shape),
        )),
      );
    const parameters = compiled.parameters.map((one) => (one instanceof Slot ? values[one.name] : one));
    const pool = poolUnder(db);
    return pool ? rowsFrom<Row>(pool, compiled.text, parameters) : (await db.executeQuery<Row>(CompiledQuery.raw(compiled.text, parameters))).rows;
  };
}

/** Outside a transaction the text goes straight to a connection: there is nothing left for the query builder to do. */
async function rowsFrom<Row>(pool: pg.Pool, text: string, values: unknown[]): Promise<Row[]> {
  const client = await pool.connect();
  try {
    return (await client.query(text, values)).rows as Row[];
  } finally {
    client.release();
  }
}

/** Gives each name one number. */
function compile(db: Db, statement: RawBuilder<unknown>): Compiled {
  const { sql: text, parameters } = statement.compile(db);
  const kept: unknown[] = [];
  const places = parameters.map((one) => {
    const same = one instanceof Slot ? kept.findIndex((other) => other instanceof Slot && other.name === one.name) : -1;
    return same >= 0 ? same + 1 : kept.push(one);
  });
  return { text: text.replace(/\$(\d+)/g, (_found, number: string) => `$${places[Number(number) - 1]}`), parameters: kept };
}
