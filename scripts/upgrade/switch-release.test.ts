import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '#support/running-site.ts';
import { goBack, lead, upgrade, type Steps } from './switch-release.ts';

// The releases in these tests are small programs that answer /health with their folder's name. Like a
// service, they are started through the path of `current`.

let folder: string;
let current: string;
let port: number;
let running: ChildProcess | null = null;
let said: string[];
let done: string[];

const SOUND = `require('node:http').createServer((q, a) => a.end(JSON.stringify({ release: require('node:path').basename(__dirname) }))).listen(process.argv[2], '127.0.0.1')`;
const BROKEN = `process.exit(1)`;

function release(name: string, program: string): string {
  const path = join(folder, 'releases', name);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'main.cjs'), program);
  return path;
}

async function end(): Promise<void> {
  const child = running;
  running = null;
  if (!child || child.exitCode !== null) return;
  const gone = once(child, 'exit');
  child.kill();
  await gone;
}

async function restart(): Promise<void> {
  await end();
  running = spawn(process.execPath, [join(realpathSync(current), 'main.cjs'), String(port)], {
    stdio: 'ignore',
  });
}

const answering = () =>
  fetch(`http://127.0.0.1:${port}/health`).then(
    async (answer) => ((await answer.json()) as { release: string }).release,
    () => null,
  );

const steps = (failing?: 'build' | 'migrate' | 'backUp'): Steps => {
  const note = (name: string) => async () => {
    done.push(name);
    if (name === failing) throw new Error(`${name} failed.`);
  };
  return {
    build: note('build'),
    backUp: note('backUp'),
    migrate: note('migrate'),
    restart,
    async healthy(path) {
      for (let tries = 0; tries < 200; tries++) {
        if ((await answering()) === basename(path)) return;
        if (running!.exitCode !== null) throw new Error('it ended.');
        await wait(25);
      }
      throw new Error('it is not well.');
    },
    say: (line) => void said.push(line),
  };
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'liaison-upgrade-'));
  current = join(folder, 'current');
  port = await freePort();
  said = [];
  done = [];
  lead(current, release('v1', SOUND));
  await restart();
  while ((await answering()) !== 'v1') await wait(25);
});
afterEach(async () => {
  await end();
  rmSync(folder, { recursive: true, force: true });
});

test('builds, backs up, migrates, switches and waits until the site is healthy', async () => {
  await upgrade(current, release('v2', SOUND), steps());
  expect(done).toEqual(['build', 'backUp', 'migrate']);
  expect(await answering()).toBe('v2');
  expect(said.map((line) => line.split(' ')[0])).toEqual([
    'Building',
    'Taking',
    'Bringing',
    'Switching',
    'Waiting',
  ]);
});

test('rolls back a release that does not start, and reports the reason', async () => {
  await expect(upgrade(current, release('v2', BROKEN), steps())).rejects.toThrow(
    /The upgrade failed and was rolled back to .*v1: it ended\./,
  );
  expect(await answering()).toBe('v1');
  expect(basename(realpathSync(current))).toBe('v1');
});

test('a failed build, backup or migration does not affect the running release', async () => {
  const pid = running!.pid;
  for (const failing of ['build', 'backUp', 'migrate'] as const) {
    await expect(upgrade(current, release(`v2-${failing}`, SOUND), steps(failing))).rejects.toThrow(
      `${failing} failed.`,
    );
    expect(await answering()).toBe('v1');
  }
  expect(running!.pid).toBe(pid);
});

test('going back runs the previous release, and going back again the newer one', async () => {
  await expect(goBack(current, steps())).rejects.toThrow('no record of a previous release');
  await upgrade(current, release('v2', SOUND), steps());
  expect(basename(await goBack(current, steps()))).toBe('v1');
  expect(await answering()).toBe('v1');
  expect(basename(await goBack(current, steps()))).toBe('v2');
  expect(await answering()).toBe('v2');
});

test('keeps the current release if the previous one no longer starts', async () => {
  await upgrade(current, release('v2', SOUND), steps());
  writeFileSync(join(folder, 'releases/v1/main.cjs'), BROKEN);
  await expect(goBack(current, steps())).rejects.toThrow(/v1 does not start, so .*v2 keeps running/);
  expect([await answering(), basename(realpathSync(current))]).toEqual(['v2', 'v2']);
});
