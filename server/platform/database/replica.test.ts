import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { createTestDatabase } from '#support/database.ts';
import { createLog } from '../log.ts';
import { openDatabase } from './index.ts';
import { createReplica } from './replica.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A replica of that address beside a database of the tests' own, and what was logged of it. */
async function beside(replicaUrl: string) {
  const database = await createTestDatabase();
  const lines: string[] = [];
  const log = createLog({ production: true }, 'silent');
  log.warn = ((_details: object, message: string) => void lines.push(message)) as typeof log.warn;
  const open = (url: string) => openDatabase({ url, size: 2, pooler: 'none', connectMs: 500 });
  const replica = createReplica({ own: open(database.url), replica: open(replicaUrl), log });
  closing.push(
    () => database.drop(),
    () => replica.close(),
  );
  return { replica, lines };
}

const countMembers = (db: Parameters<Parameters<ReturnType<typeof createReplica>['read']>[0]>[0]) =>
  sql<{ count: number }>`select count(*)::int as count from members`.execute(db).then(({ rows }) => rows[0]!.count);

test('a dead replica costs one failed attempt, then the database itself is asked, and one line says so', async () => {
  let attempts = 0;
  const dead = createServer((socket) => {
    attempts++;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(dead, 'listening');
  closing.push(async () => dead.close());
  const { replica, lines } = await beside(`postgresql://nobody@127.0.0.1:${(dead.address() as AddressInfo).port}/none`);
  for (let i = 0; i < 20; i++) expect(await replica.read(countMembers)).toBe(0);
  expect(attempts).toBeLessThan(4); // one, and what the clock asks for meanwhile
  expect(lines).toEqual(['the replica is not read: search asks the database itself']);
});

test('a replica that lacks what a statement reads gives way, and a mistake in a statement does not', async () => {
  const empty = await createTestDatabase({ empty: true });
  closing.push(() => empty.drop());
  const { replica, lines } = await beside(empty.url);
  await expect(replica.read((db) => sql`select 1 / 0`.execute(db))).rejects.toThrow('division by zero');
  expect(lines).toEqual([]);
  expect(await replica.read(countMembers)).toBe(0);
  expect(lines).toHaveLength(1);
});
