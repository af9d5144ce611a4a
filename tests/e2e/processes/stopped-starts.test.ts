import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runServer } from '#support/running-site.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'liaison-stopped-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Waits until the process has exited; `said` is its standard error. */
async function lastWords(child: ChildProcess) {
  let said = '';
  child.stderr!.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stdout!.resume();
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { code, signal, said };
}

test('stops on a signal at any moment of its start', async () => {
  for (const afterMs of [300, 2000, 4000, 8000]) {
    const stopped = runServer({ DATA_DIR: folder, PORT: '0', DEMO_MEMBERS: '0' });
    const ended = lastWords(stopped);
    await wait(afterMs);
    stopped.kill('SIGTERM');
    const { code, signal } = await ended;
    // Until it has its own handlers, the signal itself ends the process.
    expect(code ?? signal, `after ${afterMs} ms`).toBeOneOf([0, 'SIGTERM']);
  }
});

const production = (dataDir: string) => ({
  NODE_ENV: 'production',
  DATA_DIR: join(folder, dataDir),
  PORT: '0',
  SECRET: 'a secret of the test, long enough for production',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'hello@example.test',
  PUBLIC_URL: 'https://example.test',
  MOLLIE_API_KEY: 'live_not_a_key',
});

test('rejects a production address over which nobody could log in with one sentence', async () => {
  const refused = runServer({ ...production('refused'), PUBLIC_URL: 'http://example.test' });
  const { code, said } = await lastWords(refused);
  expect(code).toBe(1);
  expect(said.trim()).toMatch(/^Production needs https in PUBLIC_URL: [^\n]+$/);
});

test('rejects a database with demo members in production with one sentence', async () => {
  const demo = runServer({ DATA_DIR: join(folder, 'demo'), PORT: '0', DEMO_MEMBERS: '5' });
  for await (const chunk of demo.stdout!) if (String(chunk).includes('Ready in')) break;
  const ended = once(demo, 'close');
  demo.kill('SIGTERM');
  await ended;
  const { code, said } = await lastWords(runServer(production('demo')));
  expect(code).toBe(1);
  expect(said.trim()).toMatch(/^Production refuses a database with demo members[^\n]+$/);
});

test('names the variable of a database that cannot be used', async () => {
  const { code, said } = await lastWords(
    runServer({ DATA_DIR: join(folder, 'none'), PORT: '0', DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x' }),
  );
  expect(code).toBe(1);
  expect(said.trim()).toBe(
    'The PostgreSQL of DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:1.',
  );
});
