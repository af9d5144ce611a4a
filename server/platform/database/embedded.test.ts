import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makeMemoryFolder } from '#support/memory-folder.ts';
import { startEmbedded, type Embedded } from './embedded.ts';

let dataDir: string;
let running: Embedded | null = null;
let other: ChildProcess | null = null;

beforeAll(() => {
  dataDir = makeMemoryFolder('liaison-embedded-');
});
afterEach(async () => {
  await running?.stop();
  running = null;
  other?.kill('SIGKILL');
  other = null;
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const start = async () => (running = await startEmbedded({ dataDir }));

async function ask(url: string, question: string): Promise<unknown> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return Object.values((await client.query(question)).rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

const HOLD = join(import.meta.dirname, '../../../tests/support/hold-database.ts');
const holdDatabase = (folder: string) =>
  spawn(process.execPath, [HOLD, folder], { stdio: ['ignore', 'pipe', 'inherit'] });

async function startOther(): Promise<ChildProcess> {
  other = holdDatabase(dataDir);
  await once(other.stdout!, 'data');
  return other;
}

test('creates a durable database on the first start, and opens it on the second', async () => {
  const first = await start();
  expect(
    await ask(first.url, `select current_setting('fsync') || current_setting('synchronous_commit')`),
  ).toBe('onon');
  expect(await ask(first.url, `select current_setting('listen_addresses')`)).toBe('127.0.0.1');
  expect(await ask(first.url, 'select rolsuper from pg_roles where rolname = current_user')).toBe(false);
  await ask(first.url, 'create table kept as select 42 as answer');
  await first.stop();
  running = null;
  const second = await start();
  expect(second.url).toBe(first.url);
  expect(await ask(second.url, 'select answer from kept')).toBe(42);
  expect(await ask(second.url, 'select inet_server_addr() is null'), 'by its socket').toBe(true);
  expect(statSync(join(dataDir, 'postgres.json')).mode & 0o777).toBe(0o600);
  // mkdtemp makes DATA_DIR accessible to its owner only. PostgreSQL's user gets access; others still have
  // none.
  expect(lstatSync(join(dataDir, 'postgres')).isDirectory()).toBe(true);
  expect(statSync(dataDir).mode & 0o007).toBe(0);
});

test('connects by 127.0.0.1 when the folder’s path is too long for a socket', async () => {
  const deep = mkdtempSync(join(tmpdir(), 'x'.repeat(90)));
  running = await startEmbedded({ dataDir: deep });
  expect(await ask(running.url, 'select host(inet_server_addr())')).toBe('127.0.0.1');
  await running.stop();
  rmSync(deep, { recursive: true, force: true });
});

test('refuses a second process on the folder with one sentence, unless it may attach', async () => {
  await startOther();
  await expect(startEmbedded({ dataDir })).rejects.toThrow(`(process ${other!.pid}) already uses ${dataDir}`);
  const attached = await startEmbedded({ dataDir, attach: true });
  expect(await ask(attached.url, 'select 1')).toBe(1);
  await attached.stop();
  expect(await ask(attached.url, 'select 1')).toBe(1);
  other!.kill('SIGTERM');
  await once(other!, 'exit');
  await expect(ask(attached.url, 'select 1')).rejects.toThrow();
});

test('takes over the PostgreSQL that a killed process left running', async () => {
  const left = await startOther();
  left.kill('SIGKILL');
  await once(left, 'exit');
  const next = await start();
  expect(await ask(next.url, 'select answer from kept')).toBe(42);
});

test('starts one PostgreSQL per folder when a folder and its copy want the same port at the same time', async () => {
  const copy = makeMemoryFolder('liaison-embedded-');
  spawnSync('cp', ['-a', `${dataDir}/.`, copy]);
  const memory = JSON.parse(readFileSync(join(copy, 'postgres.json'), 'utf8')) as object;
  writeFileSync(join(copy, 'postgres.json'), JSON.stringify({ ...memory, folder: join(copy, 'postgres') }));
  // The test needs separate processes: in one process two port probes would see each other before either
  // server listens.
  const holders = [holdDatabase(dataDir), holdDatabase(copy)];
  try {
    const urls = await Promise.all(
      holders.map(async ({ stdout }) => String((await once(stdout!, 'data'))[0]).trim()),
    );
    await ask(urls[0]!, 'create table only_here ()');
    expect(await ask(urls[1]!, `select to_regclass('only_here')`)).toBeNull();
  } finally {
    await Promise.all(holders.map(async (holder) => holder.kill('SIGTERM') && (await once(holder, 'exit'))));
    rmSync(copy, { recursive: true, force: true });
  }
});

test('restarts a PostgreSQL that was killed', async () => {
  const { url, pid } = await start();
  const before = pid()!;
  process.kill(before, 'SIGKILL');
  let after: unknown = null;
  for (let tries = 0; tries < 600 && after === null; tries++) {
    await wait(100);
    after = await ask(url, 'select answer from kept').catch(() => null);
  }
  expect(after).toBe(42);
  expect(pid()).not.toBe(before);
});

test('ignores a postmaster.pid whose PID belongs to another program', async () => {
  const file = join(dataDir, 'postgres', 'postmaster.pid');
  writeFileSync(file, `${process.ppid}\n${join(dataDir, 'postgres')}\n`, { mode: 0o600 });
  const { url } = await start();
  expect(await ask(url, 'select 1')).toBe(1);
  expect(Number.parseInt(readFileSync(file, 'utf8'), 10)).not.toBe(process.ppid);
});

test('leaves a database alone if its passwords are lost', async () => {
  const file = join(dataDir, 'postgres.json');
  const kept = readFileSync(file);
  truncateSync(file);
  try {
    await expect(start()).rejects.toThrow(`${file}, which has its passwords, is missing or damaged`);
  } finally {
    writeFileSync(file, kept);
  }
  expect(await ask((await start()).url, 'select answer from kept')).toBe(42);
});
