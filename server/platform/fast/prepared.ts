import { CompiledQuery, sql, type RawBuilder } from 'kysely';
import type pg from 'pg';
import { poolForPrepared, preparesText, type Db } from '../database/index.ts';
import { growingCache } from '../memory/growing-cache.ts';

/** A placeholder for a value that each call supplies. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

interface Compiled {
  text: string;
  parameters: readonly unknown[];
}

/** Maximum shapes cached per query. The text of a search takes about 3 kB. */
const MAX_SHAPES = 500;

/** A value, or its placeholder in a prepared query. Code that accepts both can only branch on a plain value. */
export type Param<V> = V | RawBuilder<V>;

/** Inserts a value into the text. Repeated uses of one name share one parameter. */
export type Value<V> = <K extends keyof V & string>(name: K) => RawBuilder<V[K]>;

/**
 * A frequent query whose text is built once instead of per call. Values change from call to call; the shape
 * changes the text, and each shape is compiled once, so it must take few different values. `build` sees nothing else
 * of a call, so two calls of one shape cannot need different texts.
 *
 * ```ts
 * const liked = prepared<{ member: number; before: number }, { id: number }, { newest: boolean }>((value, { newest }) => sql`
 *   select liked_id as id from likes where liker_id = ${value('member')} and id < ${value('before')} order by id ${newest ? sql`desc` : sql`asc`}`);
 * const rows = await liked(db, { member: 1, before: 100 }, { newest: true });
 * ```
 *
 * Runs in a transaction if `db` is one, and otherwise on a pool whose connections plan each text once, for any values
 * (`preparedSize`). Such a plan must suit the query (see `plansOnce`). Pass `value('member')` to fragments that take an id
 * (`knownTo`, `listedFor`). Pass a list of any length as one value of an array type: `= any(${value('ids')}::bigint[])`.
 */
export function prepared<
  Values extends Record<string, unknown>,
  Row,
  Shape extends Readonly<Record<string, string | number | boolean>> = Record<never, never>,
>(
  build: (value: Value<Values>, shape: Shape) => RawBuilder<Row>,
): (db: Db, values: Values, ...shape: keyof Shape extends never ? [] : [Shape]) => Promise<Row[]> {
  const known = growingCache<string, Compiled>(MAX_SHAPES);
  return async (db, values, ...[shape]) => {
    if (!preparesText(db)) return plainly(db, build, values, (shape ?? {}) as Shape);
    const key = shape ? JSON.stringify(shape) : '';
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
    const pool = poolForPrepared(db);
    return pool
      ? rowsFrom<Row>(pool, compiled.text, parameters)
      : (await db.executeQuery<Row>(CompiledQuery.raw(compiled.text, parameters))).rows;
  };
}

async function rowsFrom<Row>(pool: pg.Pool, text: string, values: unknown[]): Promise<Row[]> {
  const client = await pool.connect();
  try {
    return (await client.query(text, values)).rows as Row[];
  } finally {
    client.release();
  }
}

function compile(db: Db, statement: RawBuilder<unknown>): Compiled {
  const { sql: text, parameters } = statement.compile(db);
  const kept: unknown[] = [];
  const places = parameters.map((one) => {
    const same =
      one instanceof Slot ? kept.findIndex((other) => other instanceof Slot && other.name === one.name) : -1;
    return same >= 0 ? same + 1 : kept.push(one);
  });
  return {
    text: text.replace(/\$(\d+)/g, (_found, number: string) => `$${places[Number(number) - 1]}`),
    parameters: kept,
  };
}

/** The plain path: builds the query for these values each time. */
async function plainly<Values extends Record<string, unknown>, Row, Shape>(
  db: Db,
  build: (value: Value<Values>, shape: Shape) => RawBuilder<Row>,
  values: Values,
  shape: Shape,
): Promise<Row[]> {
  const { rows } = await build((name) => sql`${values[name]}`, shape).execute(db);
  return rows;
}
