import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { prepared } from '../fast/prepared.ts';
import { one, inTransaction, openDatabase, type Database } from './index.ts';
import { migrate, pendingMigrations } from './migrate.ts';
import { createPool } from './pool.ts';

let database: TestDatabase;
let opened: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  opened = openDatabase({ url: database.url, size: 5, pooler: 'none' });
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});

test('prepares a query with parameters once per connection, named after its text', async () => {
  await opened.db.connection().execute(async (db) => {
    for (const value of [1, 2, 3]) await sql`select ${value}::int as named_statement`.execute(db);
    const { rows } = await sql<{ uses: number }>`
      select generic_plans + custom_plans as uses from pg_prepared_statements where statement like '%as named_statement'`.execute(
      db,
    );
    expect(rows).toEqual([{ uses: 3 }]);
  });
});

test('returns the columns of a prepared statement with no rows, and after an error', async () => {
  const client = await opened.pool.connect();
  const ask = (n: unknown) =>
    client.query(
      'select n, n * 2 as twice, null as nothing from generate_series(1, 3) n where n >= $1::int and 6 / $1::int > 0',
      [n],
    );
  const rows = [
    { n: 2, twice: 4, nothing: null },
    { n: 3, twice: 6, nothing: null },
  ];
  expect((await ask(2)).rows).toEqual(rows);
  expect(await ask(4)).toMatchObject({ rows: [], rowCount: 0, command: 'SELECT' });
  await expect(ask(0)).rejects.toMatchObject({ code: '22012' });
  expect((await ask(2)).rows).toEqual(rows);
  client.release();
});

test('fails only the query whose value cannot be serialised', async () => {
  const single = openDatabase({ url: database.url, size: 1, pooler: 'none' });
  const unwritable = {
    toPostgres: () => {
      throw new TypeError('no text for this');
    },
  };
  const ask = (n: unknown) => single.pool.query('select $1::int as n', [n]);
  expect((await ask(1)).rows).toEqual([{ n: 1 }]);
  await expect(ask(unwritable)).rejects.toThrow('no text for this');
  expect((await ask(2)).rows).toEqual([{ n: 2 }]);
  await single.close();
});

test('fails a query whose columns a migration changed, instead of mixing old columns with new values', async () => {
  const client = await opened.pool.connect();
  await client.query('create temporary table shaped (id int)');
  await client.query('insert into shaped values (1)');
  const all = () => client.query('select * from shaped where id = $1', [1]);
  expect((await all()).rows).toEqual([{ id: 1 }]);
  await client.query(`alter table shaped add column name text default 'x'`);
  await expect(all()).rejects.toMatchObject({ code: '0A000' });
  client.release();
});

test('prepares no statements behind an old pooler', async () => {
  const plain = openDatabase({ url: database.url, size: 1, pooler: 'pgbouncer-unnamed' });
  await sql`select ${1}::int as x`.execute(plain.db);
  const { rows } = await sql`select from pg_prepared_statements`.execute(plain.db);
  expect(rows).toEqual([]);
  await plain.close();
});

test('builds a prepared statement once per shape, with one parameter per value name', async () => {
  let built = 0;
  const between = prepared<
    { low: number; high: number },
    { n: number; low: number; text: string },
    { descending: boolean }
  >((value, { descending }) => {
    built++;
    return sql`select n, ${value('low')}::int as low, current_query() as text
      from generate_series(${value('low')}::int, ${value('high')}::int, ${2}::int) n where n >= ${value('low')}::int order by n ${descending ? sql`desc` : sql`asc`}`;
  });
  const ask = async (low: number, high: number, descending: boolean) =>
    (await between(opened.db, { low, high }, { descending })).map(({ n }) => n);
  expect(await ask(1, 5, false)).toEqual([1, 3, 5]);
  expect(await ask(2, 6, false)).toEqual([2, 4, 6]);
  expect(await ask(1, 3, true)).toEqual([3, 1]);
  expect(built).toBe(2);
  await inTransaction(opened.db, async (tx) => {
    const [row] = await between(tx, { low: 7, high: 7 }, { descending: false });
    expect(row).toMatchObject({ n: 7, low: 7 });
    expect(row!.text.match(/\$\d+/g)).toEqual(['$1', '$1', '$2', '$3', '$1']);
  });
});

test('never confuses two shapes, whatever their names, values and order', async () => {
  const shaped = prepared<Record<never, never>, { shape: string }, Record<string, string | boolean>>(
    (_value, shape) => sql`select ${sql.lit(JSON.stringify(shape))} as shape`,
  );
  const shapes = [
    { a: 'x,y', b: 'z' },
    { a: 'x', b: 'y,z' },
    { a: true, b: false },
    { b: true, a: false },
    { a: 'true', b: false },
  ];
  for (const shape of [...shapes, ...shapes])
    expect(await shaped(opened.db, {}, shape)).toEqual([{ shape: JSON.stringify(shape) }]);
});

test('caches the text of a limited number of shapes', async () => {
  const built: number[] = [];
  const shaped = prepared<Record<never, never>, { n: number }, { n: number }>((_value, { n }) => {
    built.push(n);
    return sql`select ${sql.lit(n)} as n`;
  });
  for (let n = 0; n <= 500; n++) await shaped(opened.db, {}, { n });
  expect(await shaped(opened.db, {}, { n: 500 })).toEqual([{ n: 500 }]);
  expect(built).toHaveLength(501);
  expect(await shaped(opened.db, {}, { n: 0 })).toEqual([{ n: 0 }]);
  expect(built.slice(501)).toEqual([0]);
});

test('runs a prepared statement on its transaction’s connection, and releases its own after a failure', async () => {
  const where = prepared<{ over: number }, { xid: string; n: number }>(
    (value) => sql`select pg_current_xact_id()::text as xid, 1 / ${value('over')}::int as n`,
  );
  await inTransaction(opened.db, async (tx) => {
    const row = await one(sql<{ xid: string }>`select pg_current_xact_id()::text as xid`.execute(tx));
    expect(await where(tx, { over: 1 })).toEqual([{ xid: row.xid, n: 1 }]);
  });
  // More often than the pool has connections.
  for (let i = 0; i < 12; i++)
    await expect(where(opened.db, { over: 0 })).rejects.toThrow('division by zero');
  expect(await where(opened.db, { over: 1 })).toMatchObject([{ n: 1 }]);
});

test('runs the queries of `prepared` outside of transactions on a pool with generic plans', async () => {
  const both = openDatabase({ url: database.url, size: 1, pooler: 'none', preparedSize: 1 });
  const mode = sql<{ mode: string }>`select current_setting('plan_cache_mode') as mode`;
  const preparedMode = prepared<Record<never, never>, { mode: string }>(() => mode);
  expect(await preparedMode(both.db, {})).toEqual([{ mode: 'force_generic_plan' }]);
  expect((await mode.execute(both.db)).rows).toEqual([{ mode: 'auto' }]);
  await inTransaction(both.db, async (tx) => expect(await preparedMode(tx, {})).toEqual([{ mode: 'auto' }]));
  await both.close();
});

test('parses int8 as a number and a date as text', async () => {
  const { rows } =
    await sql`select 12345678901::int8 as number, array[1,null]::int8[] as numbers, date '2000-02-29' as day`.execute(
      opened.db,
    );
  expect(rows).toEqual([{ number: 12345678901, numbers: [1, null], day: '2000-02-29' }]);
});

test('times out a hanging query and discards its connection', async () => {
  const impatient = openDatabase({ url: database.url, size: 1, pooler: 'none', statementMs: 200 });
  await expect(sql`select pg_sleep(3600)`.execute(impatient.db)).rejects.toMatchObject({
    name: 'DatabaseUnavailable',
  });
  expect((await sql`select 1 as one`.execute(impatient.db)).rows).toEqual([{ one: 1 }]);
  await impatient.close();
});

test('times out when the database does not respond at all', async () => {
  // Behind a pooler no statement timeout is set on the server, so the server behaves as if it hangs.
  const impatient = openDatabase({ url: database.url, size: 1, pooler: 'pgbouncer', statementMs: 100 });
  // Longer than any test may take, so only the timeout can end it.
  const work = inTransaction(impatient.db, (tx) => sql`select pg_sleep(3600)`.execute(tx));
  await expect(work).rejects.toMatchObject({ name: 'DatabaseUnavailable' });
  expect((await sql`select 1 as one`.execute(impatient.db)).rows).toEqual([{ one: 1 }]);
  await impatient.close();
});

test('allows a transaction without a timeout, for long reports', async () => {
  const impatient = openDatabase({ url: database.url, size: 1, pooler: 'none', statementMs: 200 });
  await inTransaction(impatient.db, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`select pg_sleep(1.5)`.execute(tx);
  });
  await expect(sql`select pg_sleep(3600)`.execute(impatient.db)).rejects.toMatchObject({
    name: 'DatabaseUnavailable',
  });
  await impatient.close();
});

test('rejects with DatabaseUnavailable when there is no database', async () => {
  const away = openDatabase({ url: 'postgres://x:y@127.0.0.1:1/z', size: 1, pooler: 'none' });
  await expect(sql`select 1`.execute(away.db)).rejects.toMatchObject({ name: 'DatabaseUnavailable' });
  await away.close();
});

test('passes on PostgreSQL’s error for an invalid query', async () => {
  await expect(sql`select nothing from nowhere`.execute(opened.db)).rejects.toMatchObject({ code: '42P01' });
});

test('applies each migration once, even when several processes migrate at the same time', async () => {
  const empty = await createTestDatabase({ empty: true });
  const settings = { url: empty.url, pooler: 'none' as const };
  const results = await Promise.all([migrate(settings), migrate(settings), migrate(settings)]);
  const applied = results.flatMap(({ migrations }) => migrations);
  expect(applied.length).toBeGreaterThan(0);
  expect(new Set(applied).size).toBe(applied.length);
  expect(results.filter(({ functions }) => functions)).toHaveLength(1);
  const migrated = openDatabase({ url: empty.url, size: 1, pooler: 'none' });
  expect(await pendingMigrations(migrated.db)).toEqual([]);
  await migrated.close();
  await empty.drop();
});

test('accepts the tables of a later release, so that an upgrade can be rolled back, but not unknown migrations', async () => {
  const copy = await createTestDatabase();
  const settings = { url: copy.url, pooler: 'none' as const };
  const owner = openDatabase({ url: copy.url, size: 1, pooler: 'none' });
  const ran = (name: string) =>
    sql`insert into kysely_migration (name, timestamp) values (${name}, now()::text)`.execute(owner.db);
  await ran('20991231_2359_of_the_next_release');
  expect((await migrate(settings)).migrations).toEqual([]);
  expect(await pendingMigrations(owner.db)).toEqual([]);
  await ran('099_of_another');
  await expect(migrate(settings)).rejects.toThrow('099_of_another is missing');
  await owner.close();
  await copy.drop();
});

test('supports promises and callbacks on the pool itself', async () => {
  const pool = createPool({ url: database.url, size: 1, pooler: 'none' });
  expect((await pool.query('select $1::int8 as n', [7])).rows).toEqual([{ n: 7 }]);
  const rows = await new Promise((resolve, reject) =>
    pool.query('select $1::int8 as n', [8], (error: Error, result: pg.QueryResult) =>
      error ? reject(error) : resolve(result.rows),
    ),
  );
  expect(rows).toEqual([{ n: 8 }]);
  await pool.end();
});
