import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { afterCommit, inTransaction, openDatabase, type Database, type Db, type Tx } from './index.ts';

let database: TestDatabase;
let opened: Database;
beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
  opened = openDatabase({ url: database.url, size: 4, pooler: 'none' });
  await sql`create table deadlocks (id int primary key, n int not null default 0)`.execute(opened.db);
  await sql`insert into deadlocks (id) values (1), (2)`.execute(opened.db);
  await sql`create table joined (id int)`.execute(opened.db);
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});

/** Two transactions lock the same rows in opposite order, so that one of them deadlocks and retries. */
function deadlockOnce(eachAttempt: (tx: Tx) => void) {
  const add = (id: number, db: Db) => sql`update deadlocks set n = n + 1 where id = ${id}`.execute(db);
  const bothLocked = Promise.withResolvers<void>();
  let locked = 0;
  const both = (first: number, second: number) =>
    inTransaction(opened.db, async (tx) => {
      eachAttempt(tx);
      await add(first, tx);
      if (++locked === 2) bothLocked.resolve();
      await bothLocked.promise;
      await add(second, tx);
    });
  return Promise.all([both(1, 2), both(2, 1)]);
}

test('retries a transaction that deadlocks, and runs the work of the committed attempt only', async () => {
  let attempts = 0;
  const committed: number[] = [];
  await deadlockOnce((tx) => {
    const attempt = ++attempts;
    tx.afterCommit(() => void committed.push(attempt));
  });
  expect(attempts).toBeGreaterThan(2);
  expect(committed).toHaveLength(2);
  expect(new Set(committed).size).toBe(2);
  const { rows } = await sql`select n from deadlocks order by id`.execute(opened.db);
  expect(rows).toEqual([{ n: 2 }, { n: 2 }]);
});

test('joins the surrounding transaction', async () => {
  const outer = inTransaction(opened.db, async (tx) => {
    await inTransaction(tx, (inner) => sql`insert into joined values (1)`.execute(inner));
    throw new Error('no');
  });
  await expect(outer).rejects.toThrow('no');
  expect((await sql`select from joined`.execute(opened.db)).rows).toEqual([]);
});

test('runs declared work in order, after the commit and before it returns', async () => {
  const seen: string[] = [];
  const countRows = async () => (await sql`select from joined`.execute(opened.db)).rows.length;
  await inTransaction(opened.db, async (tx) => {
    await inTransaction(tx, async (inner) => {
      inner.afterCommit(async () => void seen.push(`inner, ${await countRows()} row`));
    });
    tx.afterCommit(() => void seen.push('outer'));
    await sql`insert into joined values (1)`.execute(tx);
    expect(seen).toEqual([]);
  });
  expect(seen).toEqual(['inner, 1 row', 'outer']);
});

test('runs after-commit work with the same key once', async () => {
  let runs = 0;
  await inTransaction(opened.db, async (tx) => {
    tx.afterCommit(() => void runs++, 'key');
    tx.afterCommit(() => void runs++, 'key');
    tx.afterCommit(() => void runs++, 'another key');
  });
  expect(runs).toBe(2);
});

test('runs no declared work after a rollback', async () => {
  let runs = 0;
  const failing = inTransaction(opened.db, async (tx) => {
    tx.afterCommit(() => void runs++);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  expect(runs).toBe(0);
});

test('runs no declared work when the commit itself fails', async () => {
  await sql`create table checked (id int unique deferrable initially deferred)`.execute(opened.db);
  let runs = 0;
  const failing = inTransaction(opened.db, async (tx) => {
    tx.afterCommit(() => void runs++);
    await sql`insert into checked values (1), (1)`.execute(tx);
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect(runs).toBe(0);
});

test('runs the remaining work when one piece fails, then rejects with that failure', async () => {
  let runs = 0;
  const failing = inTransaction(opened.db, async (tx) => {
    tx.afterCommit(() => {
      throw new Error('after the commit');
    });
    tx.afterCommit(() => void runs++);
    await sql`insert into joined values (2)`.execute(tx);
  });
  await expect(failing).rejects.toThrow('after the commit');
  expect(runs).toBe(1);
  expect((await sql`select from joined where id = 2`.execute(opened.db)).rows).toHaveLength(1);
});

test('runs afterCommit work immediately outside a transaction', async () => {
  let runs = 0;
  await afterCommit(opened.db, () => void runs++);
  expect(runs).toBe(1);
  await inTransaction(opened.db, async (tx) => {
    await afterCommit(tx, () => void runs++);
    expect(runs).toBe(1);
  });
  expect(runs).toBe(2);
});
