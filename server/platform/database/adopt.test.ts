import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { BEFORE, LAST_BEFORE } from './adopt.ts';
import { describeTables } from './describe.ts';
import { migrate, migrateTo } from './migrate.ts';

// A database of the time before the migrations were squashed: the same tables, made in 21 steps with other names.

let database: TestDatabase;
let client: pg.Client;
const settings = () => ({ url: database.url, pooler: 'none' as const });
const ask = (statement: string) => client.query(statement);

beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
  await migrateTo(settings(), LAST_BEFORE);
  client = new pg.Client(database.url);
  await client.connect();
  await ask('create table site_secrets (name text primary key, value text not null)');
  await ask(`insert into members (language, status, credits) values ('nl', 'active', 30)`);
  await ask('delete from kysely_migration');
  for (const name of BEFORE) await client.query('insert into kysely_migration values ($1, now())', [name]);
});
afterEach(async () => {
  await client.end();
  await database.drop();
});

async function holds(): Promise<unknown> {
  const names = (await ask('select name from kysely_migration order by name')).rows.map(({ name }) => name as string);
  const members = (await ask('select id, language, status, credits from members')).rows;
  return { names, members, tables: [...(await describeTables(ask))] };
}

test('a database that has run all the old migrations is adopted as it is, by one of several processes', async () => {
  const members = (await ask('select * from members')).rows;
  const results = await Promise.all([migrate(settings()), migrate(settings())]);
  const applied = results.flatMap(({ migrations }) => migrations);
  expect(applied.filter((name) => !/^\d{8}_/.test(name))).toEqual([]);
  expect((await ask('select * from members')).rows).toMatchObject(members);
  expect((await ask(`select to_regclass('site_secrets') as there`)).rows).toEqual([{ there: null }]);
  expect((await ask(`select from kysely_migration where name = any ('{${BEFORE.join()}}')`)).rowCount).toBe(0);
  expect((await migrate(settings())).migrations).toEqual([]);
});

test('an older one is refused with the commit to upgrade through, and nothing of it changes', async () => {
  await client.query('delete from kysely_migration where name = $1', [LAST_BEFORE]);
  const before = await holds();
  await expect(migrate(settings())).rejects.toThrow('start commit 72edf28 on it once');
  expect(await holds()).toEqual(before);
});

test('one whose tables were changed by hand is refused with the table, and nothing of it changes', async () => {
  await ask('drop index likes_new');
  const before = await holds();
  await expect(migrate(settings())).rejects.toThrow('The table likes of this database is not as commit 72edf28 leaves it');
  expect(await holds()).toEqual(before);
});
