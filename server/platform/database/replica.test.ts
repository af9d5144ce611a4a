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

async function beside(replicaUrl: string) {
  const database = await createTestDatabase();
  const lines: string[] = [];
  const log = createLog({ production: true }, 'silent');
  const reasons: string[] = [];
  log.warn = ((details: { why: string }, message: string) => {
    reasons.push(details.why);
    lines.push(message);
  }) as typeof log.warn;
  const open = (url: string) => openDatabase({ url, size: 2, pooler: 'none', connectMs: 500 });
  const replica = createReplica({ own: open(database.url), replica: open(replicaUrl), log });
  closing.push(
    () => database.drop(),
    () => replica.close(),
  );
  return { replica, lines, reasons };
}

const countMembers = (db: Parameters<Parameters<ReturnType<typeof createReplica>['read']>[0]>[0]) =>
  sql<{ count: number }>`select count(*)::int as count from members`
    .execute(db)
    .then(({ rows }) => rows[0]!.count);

test('queries the primary and logs one line after one failed attempt on a dead replica', async () => {
  let attempts = 0;
  const dead = createServer((socket) => {
    attempts++;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(dead, 'listening');
  closing.push(async () => dead.close());
  const { replica, lines } = await beside(
    `postgresql://nobody@127.0.0.1:${(dead.address() as AddressInfo).port}/none`,
  );
  for (let i = 0; i < 20; i++) expect(await replica.read(countMembers)).toBe(0);
  expect(attempts).toBeLessThan(4); // One attempt, plus those of the health check.
  expect(lines).toEqual(['searches use the primary now: the replica is unusable']);
});

test('falls back to the primary when the replica lacks a table, but not if the query is invalid', async () => {
  const empty = await createTestDatabase({ empty: true });
  closing.push(() => empty.drop());
  const { replica, lines } = await beside(empty.url);
  await expect(replica.read((db) => sql`select 1 / 0`.execute(db))).rejects.toThrow('division by zero');
  expect(lines).toEqual([]);
  expect(await replica.read(countMembers)).toBe(0);
  expect(lines).toHaveLength(1);
});

test('stops reading a replica that was promoted, although it answers', async () => {
  // Another database that accepts writes, as a replica does after its promotion.
  const promoted = await createTestDatabase();
  closing.push(() => promoted.drop());
  await promoted.asOwner(`insert into members (language, status) values ('nl', 'active')`);
  const { replica, reasons } = await beside(promoted.url);
  await expect.poll(() => reasons, { timeout: 20_000 }).toEqual(['no longer a standby']);
  expect(await replica.read(countMembers)).toBe(0);
});
