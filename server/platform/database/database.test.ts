import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { inTransaction, openDatabase, type Database } from './index.ts';
import { migrate, pendingMigrations } from './migrate.ts';
import { createPool } from './pool.ts';
import { prepared } from './prepared.ts';

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

test('a statement with parameters is prepared once per connection and named after its text', async () => {
  await opened.db.connection().execute(async (db) => {
    for (const value of [1, 2, 3]) await sql`select ${value}::int as named_statement`.execute(db);
    const { rows } = await sql<{ uses: number }>`
      select generic_plans + custom_plans as uses from pg_prepared_statements where statement like '%as named_statement'`.execute(db);
    expect(rows).toEqual([{ uses: 3 }]);
  });
});

test('a statement that ran before answers the same columns, without rows, after an error and after a value that cannot be written', async () => {
  const client = await opened.pool.connect();
  const ask = (n: unknown) =>
    client.query('select n, n * 2 as twice, null as nothing from generate_series(1, 3) n where n >= $1::int and 6 / $1::int > 0', [n]);
  const rows = [
    { n: 2, twice: 4, nothing: null },
    { n: 3, twice: 6, nothing: null },
  ];
  expect((await ask(2)).rows).toEqual(rows);
  expect(await ask(4)).toMatchObject({ rows: [], rowCount: 0, command: 'SELECT' });
  await expect(ask(0)).rejects.toMatchObject({ code: '22012' });
  const unwritable = {
    toPostgres: () => {
      throw new TypeError('no text for this');
    },
  };
  await expect(ask(unwritable)).rejects.toThrow('no text for this');
  expect((await ask(2)).rows).toEqual(rows);
  client.release();
});

test('a statement whose columns a migration changed is an error, never the old columns with the new values', async () => {
  const client = await opened.pool.connect();
  await client.query('create temporary table shaped (id int)');
  await client.query('insert into shaped values (1)');
  const all = () => client.query('select * from shaped where id = $1', [1]);
  expect((await all()).rows).toEqual([{ id: 1 }]);
  await client.query(`alter table shaped add column name text default 'x'`);
  await expect(all()).rejects.toMatchObject({ code: '0A000' });
  client.release();
});

test('behind an old pooler no statement has a name', async () => {
  const plain = openDatabase({ url: database.url, size: 1, pooler: 'pgbouncer-unnamed' });
  await sql`select ${1}::int as x`.execute(plain.db);
  const { rows } = await sql`select from pg_prepared_statements`.execute(plain.db);
  expect(rows).toEqual([]);
  await plain.close();
});

test('a prepared statement is put together once for each shape, and a value is one parameter wherever it stands', async () => {
  let built = 0;
  const between = prepared<{ low: number; high: number }, { n: number; low: number; text: string }, { descending: boolean }>((value, { descending }) => {
    built++;
    return sql`select n, ${value('low')}::int as low, current_query() as text
      from generate_series(${value('low')}::int, ${value('high')}::int, ${2}::int) n where n >= ${value('low')}::int order by n ${descending ? sql`desc` : sql`asc`}`;
  });
  const ask = async (low: number, high: number, descending: boolean) => (await between(opened.db, { low, high }, { descending })).map(({ n }) => n);
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

test('a prepared statement runs on the connection of its transaction, and gives its own back when it fails', async () => {
  const where = prepared<{ over: number }, { xid: string; n: number }>(
    (value) => sql`select pg_current_xact_id()::text as xid, 1 / ${value('over')}::int as n`,
  );
  await inTransaction(opened.db, async (tx) => {
    const { rows } = await sql<{ xid: string }>`select pg_current_xact_id()::text as xid`.execute(tx);
    expect(await where(tx, { over: 1 })).toEqual([{ xid: rows[0]!.xid, n: 1 }]);
  });
  // More often than there are connections.
  for (let i = 0; i < 12; i++) await expect(where(opened.db, { over: 0 })).rejects.toThrow('division by zero');
  expect(await where(opened.db, { over: 1 })).toMatchObject([{ n: 1 }]);
});

test('int8 arrives as a number and a date as text', async () => {
  const { rows } = await sql`select 12345678901::int8 as number, array[1,null]::int8[] as numbers, date '2000-02-29' as day`.execute(opened.db);
  expect(rows).toEqual([{ number: 12345678901, numbers: [1, null], day: '2000-02-29' }]);
});

test('a transaction that meets a deadlock is run again', async () => {
  await sql`create table deadlocks (id int primary key, n int not null default 0)`.execute(opened.db);
  await sql`insert into deadlocks (id) values (1), (2)`.execute(opened.db);
  const add = (id: number, db: Parameters<typeof inTransaction>[0]) => sql`update deadlocks set n = n + 1 where id = ${id}`.execute(db);
  const both = (first: number, second: number) =>
    inTransaction(opened.db, async (tx) => {
      await add(first, tx);
      await sql`select pg_sleep(0.05)`.execute(tx);
      await add(second, tx);
    });
  await Promise.all([both(1, 2), both(2, 1)]);
  const { rows } = await sql`select n from deadlocks order by id`.execute(opened.db);
  expect(rows).toEqual([{ n: 2 }, { n: 2 }]);
});

test('a transaction inside another joins it', async () => {
  await sql`create table joined (id int)`.execute(opened.db);
  const outer = inTransaction(opened.db, async (tx) => {
    await inTransaction(tx, (inner) => sql`insert into joined values (1)`.execute(inner));
    throw new Error('no');
  });
  await expect(outer).rejects.toThrow('no');
  expect((await sql`select from joined`.execute(opened.db)).rows).toEqual([]);
});

test('a statement that hangs is given up, and its connection is not used again', async () => {
  const impatient = openDatabase({ url: database.url, size: 1, pooler: 'none', statementMs: 200 });
  await expect(sql`select pg_sleep(3600)`.execute(impatient.db)).rejects.toMatchObject({ name: 'DatabaseUnavailable' });
  expect((await sql`select 1 as one`.execute(impatient.db)).rows).toEqual([{ one: 1 }]);
  await impatient.close();
});

test('a database that does not answer at all is given up too', async () => {
  // With a pooler between, the server itself knows no timeout: as when it hangs.
  const impatient = openDatabase({ url: database.url, size: 1, pooler: 'pgbouncer', statementMs: 100 });
  // Longer than any test may take: only giving up ends it.
  const work = impatient.db.transaction().execute((tx) => sql`select pg_sleep(3600)`.execute(tx));
  await expect(work).rejects.toMatchObject({ name: 'DatabaseUnavailable' });
  expect((await sql`select 1 as one`.execute(impatient.db)).rows).toEqual([{ one: 1 }]);
  await impatient.close();
});

test('a long report may take its time: a transaction that lifts the limit meets none', async () => {
  const impatient = openDatabase({ url: database.url, size: 1, pooler: 'none', statementMs: 200 });
  await impatient.db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`select pg_sleep(1.5)`.execute(tx);
  });
  await expect(sql`select pg_sleep(3600)`.execute(impatient.db)).rejects.toMatchObject({ name: 'DatabaseUnavailable' });
  await impatient.close();
});

test('a database that is not there is a DatabaseUnavailable', async () => {
  const away = openDatabase({ url: 'postgres://x:y@127.0.0.1:1/z', size: 1, pooler: 'none' });
  await expect(sql`select 1`.execute(away.db)).rejects.toMatchObject({ name: 'DatabaseUnavailable' });
  await away.close();
});

test('a wrong statement is the error of that statement', async () => {
  await expect(sql`select nothing from nowhere`.execute(opened.db)).rejects.toMatchObject({ code: '42P01' });
});

test('migrating twice, and in several processes at once, applies each migration once', async () => {
  const empty = await createTestDatabase({ empty: true });
  const settings = { url: empty.url, pooler: 'none' as const };
  const results = await Promise.all([migrate(settings), migrate(settings), migrate(settings)]);
  const applied = results.flatMap(({ migrations }) => migrations);
  expect(applied.length).toBeGreaterThan(0);
  expect(new Set(applied).size).toBe(applied.length);
  expect(results.filter(({ functions }) => functions)).toHaveLength(1);
  expect(await pendingMigrations(settings)).toEqual([]);
  await empty.drop();
});

test('a release runs on the tables of the release after it, so that an upgrade can be taken back; another Liaison’s are refused', async () => {
  const copy = await createTestDatabase();
  const settings = { url: copy.url, pooler: 'none' as const };
  const owner = openDatabase({ url: copy.url, size: 1, pooler: 'none' });
  const ran = (name: string) => sql`insert into kysely_migration (name, timestamp) values (${name}, now()::text)`.execute(owner.db);
  await ran('20991231_2359_of_the_next_release');
  expect((await migrate(settings)).migrations).toEqual([]);
  expect(await pendingMigrations(settings)).toEqual([]);
  await ran('099_of_another');
  await expect(migrate(settings)).rejects.toThrow('099_of_another is missing');
  await owner.close();
  await copy.drop();
});

test('the pool can be used by itself, by promise and by callback', async () => {
  const pool = createPool({ url: database.url, size: 1, pooler: 'none' });
  expect((await pool.query('select $1::int8 as n', [7])).rows).toEqual([{ n: 7 }]);
  const rows = await new Promise((resolve, reject) =>
    pool.query('select $1::int8 as n', [8], (error: Error, result: pg.QueryResult) => (error ? reject(error) : resolve(result.rows))),
  );
  expect(rows).toEqual([{ n: 8 }]);
  await pool.end();
});
