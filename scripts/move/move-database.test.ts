import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { seedDemo } from '#seeds/index.ts';
import { assemble } from '#server/assemble.ts';
import { readConfig } from '#server/platform/config.ts';
import { startEmbedded } from '#server/platform/database/embedded.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { createLog } from '#server/platform/log.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { makeMemoryFolder } from '#support/memory-folder.ts';
import { missingPrograms, startDebianDatabase } from '#support/services/debian-database.ts';

// `npm run database:move` from an embedded PostgreSQL with demo members to other servers.

const dataDir = makeMemoryFolder('liaison-move-');
let target: TestDatabase;

beforeAll(async () => {
  await withEmbedded(async (url) => {
    await migrate({ url, pooler: 'none' });
    const config = readConfig({ DATA_DIR: dataDir, DATABASE_POOL: '4' });
    const site = await assemble(config, url, createLog(config, 'silent'));
    await seedDemo(site.app, { members: 12 });
    await site.app.jobs.add(site.app.db, 'mail', { to: 'anna@example.test' });
    await site.close();
  });
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
beforeEach(async () => void (target = await createTestDatabase({ empty: true })));
afterEach(() => target.drop());

async function withEmbedded<T>(work: (url: string) => Promise<T>): Promise<T> {
  const server = await startEmbedded({ dataDir, settings: { fsync: 'off' } });
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
}

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

async function run(script: string, words: string[], env: Record<string, string> = {}) {
  const whole = { PATH: process.env['PATH'], DATA_DIR: dataDir, LOG_LEVEL: 'error', ...env };
  return promisify(execFile)(process.execPath, [join(import.meta.dirname, '..', script), ...words], {
    env: whole,
  }).then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      said: error.stdout + error.stderr,
    }),
  );
}
const move = (...words: string[]) => run('move/move-database.ts', words);

const CONTENT = `select (select count(*) from members) as members, (select sum(credits) from ledger_entries) as credits,
  (select count(*) from messages) as messages, (select count(*) from graphile_worker.jobs) as jobs`;

test('moves members, ledger and jobs, continues ids, and names the new DATABASE_URL', async () => {
  const content = await withEmbedded((url) => ask(url, CONTENT));
  const { code, said } = await move(target.url);
  expect(said).toMatch(/^ {2}members +\d\d/m);
  expect(said).toMatch(/counted on both sides: \d+ rows of \d+ tables, \d+ sequences, \d+ ledger entries/);
  expect(code).toBe(0);
  const { pathname, password } = new URL(target.url);
  expect(said).toMatch(new RegExp(`DATABASE_(?:OWNER_)?URL=postgres://.*${pathname}\\b`));
  if (password) expect(said).not.toContain(password);
  expect(await ask(target.url, CONTENT)).toEqual(content);
  const [ids] = await ask(
    target.url,
    `select nextval(pg_get_serial_sequence('members', 'id')) > max(id) as free from members`,
  );
  expect(ids).toEqual({ free: true });

  const check = await run('commands/check-ledger.ts', [], { DATABASE_URL: target.url });
  expect(check).toEqual({ code: 0, said: expect.stringContaining('All accounts together: 0.') });
  expect(await move(target.url), 'a second time').toEqual({
    code: 1,
    said: expect.stringContaining('The new database is not empty (it has graphile_worker.'),
  });
});

test('leaves nothing after a failure, and can then be repeated', async () => {
  await withEmbedded((url) =>
    ask(
      url,
      `alter table dismissed_profiles drop constraint dismissed_profiles_member_id_fkey; insert into dismissed_profiles values (987654321, 1, now())`,
    ),
  );
  const failed = await move(target.url);
  expect(failed).toEqual({ code: 1, said: expect.stringContaining('dismissed_profiles_member_id_fkey') });
  expect(await ask(target.url, 'select count(*)::int as members from members')).toEqual([{ members: 0 }]);
  await withEmbedded((url) => ask(url, 'delete from dismissed_profiles where member_id = 987654321'));
  expect((await move(target.url)).code).toBe(0);
});

test('refuses a running site, foreign content, and addresses that are none', async () => {
  const running = await startEmbedded({ dataDir });
  expect(await move(target.url)).toEqual({
    code: 1,
    said: expect.stringMatching(/already uses .*: stop it/),
  });
  await running.stop();
  await ask(target.url, 'create table guestbook (entry text)');
  expect((await move(target.url)).said).toContain('not empty (it has public.guestbook)');
  expect((await move('liaison')).said).toContain('Name an empty database');
  expect((await move('postgres://nobody@127.0.0.1:1/liaison')).said).toContain('cannot be reached');
  expect((await run('move/move-database.ts', [target.url], { DATABASE_URL: target.url })).said).toContain(
    'does not use the embedded PostgreSQL',
  );
});

describe.skipIf(missingPrograms.length > 0)(
  `Debian's PostgreSQL 15 (${missingPrograms.join() || 'installed'})`,
  () => {
    test('takes the data of the embedded PostgreSQL 18', async () => {
      const debian = await startDebianDatabase();
      try {
        expect(await move(debian.ownerUrl)).toEqual({ code: 0, said: expect.stringContaining('sum to 0') });
        expect(await ask(debian.ownerUrl, CONTENT)).toEqual(await withEmbedded((url) => ask(url, CONTENT)));
      } finally {
        await debian.close();
      }
    });
  },
);
