import { spawn, spawnSync, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeMemoryFolder } from '#support/memory-folder.ts';
import { startEmbedded } from './embedded.ts';

const SUPPORT = join(import.meta.dirname, '../../../tests/support');
const HOLD = join(SUPPORT, 'hold-database.ts');

type Program = ChildProcessByStdio<Writable, Readable, null>;

let dataDir: string;
const started: Program[] = [];

beforeEach(() => {
  dataDir = makeMemoryFolder('liaison-claim-');
});
afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }
  rmSync(dataDir, { recursive: true, force: true });
});

function run(command: string, args: string[]) {
  const child: Program = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  started.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { child, line: async () => String((await lines.next()).value) };
}

async function ask(url: string): Promise<unknown> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ answer: number }>('select 42 as answer');
  await client.end();
  return rows[0]?.answer;
}

/** Gives the program its own PID namespace, as in a container, which ends with it. */
const CONTAINER = ['--pid', '--fork', '--mount-proc', '--kill-child'];
const hasContainers = spawnSync('unshare', [...CONTAINER, 'true']).status === 0;
const inContainer = (...command: string[]) => run('unshare', [...CONTAINER, ...command]);
const postmaster = () => readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');

describe.skipIf(!hasContainers)('a DATA_DIR that two containers share', () => {
  test('rejects a second start with one sentence and lets a command use the running database, in either order', async () => {
    const ours = await startEmbedded({ dataDir });
    const before = postmaster();
    const refused = spawnSync('unshare', [...CONTAINER, process.execPath, HOLD, dataDir], {
      encoding: 'utf8',
    });
    expect(refused.stderr).toContain(
      `already uses ${dataDir}: stop it, or give this one a different DATA_DIR.`,
    );
    const attached = inContainer(process.execPath, HOLD, dataDir, 'attach');
    expect(await ask(await attached.line())).toBe(42);
    expect(postmaster()).toBe(before);
    expect(await ask(ours.url)).toBe(42);
    await ours.stop();

    const theirs = inContainer(process.execPath, HOLD, dataDir);
    const url = await theirs.line();
    const running = postmaster();
    await expect(startEmbedded({ dataDir })).rejects.toThrow(/\(process 1\) already uses/);
    const command = await startEmbedded({ dataDir, attach: true });
    expect(await ask(command.url)).toBe(42);
    expect(postmaster()).toBe(running);
    expect(await ask(url)).toBe(42);
  });

  test('starts no second PostgreSQL beside that of a Liaison killed in its container', async () => {
    // The shell is the first process of the container, so that only Liaison dies.
    const left = inContainer(
      'sh',
      '-c',
      '"$0" "$1" "$2" & liaison=$!; read word; kill -9 $liaison; wait $liaison; echo killed; read word',
      process.execPath,
      HOLD,
      dataDir,
    );
    const url = await left.line();
    left.child.stdin.write('kill\n');
    expect(await left.line()).toBe('killed');
    const before = postmaster();
    await expect(startEmbedded({ dataDir })).rejects.toThrow(
      'A PostgreSQL of another container, or one that cannot be stopped from here, still works on',
    );
    expect(postmaster()).toBe(before);
    expect(await ask(url)).toBe(42);

    const gone = once(left.child, 'exit');
    left.child.kill('SIGKILL');
    await gone;
    const next = await startEmbedded({ dataDir });
    expect(await ask(next.url)).toBe(42);
    await next.stop();
  });
});

test('gives the folder of a dead process to one of several processes that claim it at the same time', async () => {
  const claimers = Array.from({ length: 5 }, () =>
    run(process.execPath, [join(SUPPORT, 'claim-folder.ts'), dataDir]),
  );
  const all = async (word: string) => {
    for (const { child } of claimers) child.stdin.write(`${word}\n`);
    return Promise.all(claimers.map(({ line }) => line()));
  };
  await all('release');
  for (let round = 0; round < 25; round++) {
    writeFileSync(join(dataDir, 'liaison.pid'), '999999999\n1\n');
    const answers = await all(`claim ${Date.now() + 30}`);
    expect(answers.filter((answer) => answer === 'held')).toHaveLength(1);
    await all('release');
    expect(existsSync(join(dataDir, 'liaison.pid'))).toBe(false);
  }
});
