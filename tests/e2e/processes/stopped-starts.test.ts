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

test('rejects a production address over which nobody could log in with one sentence', async () => {
  const refused = runServer({
    NODE_ENV: 'production',
    DATA_DIR: join(folder, 'refused'),
    SECRET: 'a secret of the test, long enough for production',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'hello@example.test',
    PUBLIC_URL: 'http://example.test',
    MOLLIE_API_KEY: 'live_not_a_key',
  });
  const { code, said } = await lastWords(refused);
  expect(code).toBe(1);
  expect(said.trim()).toMatch(/^Production needs https in PUBLIC_URL: [^\n]+$/);
});
