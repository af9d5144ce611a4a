import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { demoPassword, emailOf } from '#seeds/people.ts';
import { freePort, runServer } from '#support/running-site.ts';

const root = join(import.meta.dirname, '../../..');

test('the bundle that npm start runs has all that its sources have: tables, pages, texts, mails, pictures, native packages', { timeout: 240_000 }, async () => {
  const built = spawnSync(process.execPath, ['scripts/build/bundle-server.ts'], { cwd: root, encoding: 'utf8' });
  expect(built.status, built.stderr).toBe(0);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const dataDir = mkdtempSync(join(tmpdir(), 'liaison-bundle-'));
  const site = runServer({ PORT: String(port), DATA_DIR: dataDir, DEMO_MEMBERS: '24' }, join(root, 'build/site/main.js'));
  let said = '';
  for (const stream of [site.stdout!, site.stderr!]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(site, 'exit');
  try {
    await expect.poll(() => said, { timeout: 120_000 }).toMatch(/portraits are drawn/);
    for (const path of ['/', '/login', '/terms', '/members', '/api/openapi.json']) expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);

    const post = (path: string, body: object) =>
      fetch(url + path, {
        method: 'POST',
        headers: { origin: url, 'content-type': 'application/json', 'x-request-type': 'client' },
        body: JSON.stringify(body),
      });
    const login = await post('/api/user.php', { email: emailOf('anna'), password: demoPassword });
    expect(login.status).toBe(200);
    const headers = {
      cookie: login.headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0])
        .join('; '),
      'x-request-type': 'client',
    };
    const { results } = (await (await fetch(`${url}/api/members.php`, { headers })).json()) as { results: unknown[] };
    expect(results.length).toBeGreaterThan(0);
    expect((await fetch(`${url}/chats`, { headers })).status).toBe(200);

    await post('/api/reset-password.php', { email: emailOf('anna') });
    const mails = async () => ((await (await fetch(`${url}/dev/outbox.json?to=${emailOf('anna')}`)).json()) as { items: unknown[] }).items.length;
    await expect.poll(mails, { timeout: 20_000 }).toBeGreaterThan(0);
    expect(said).not.toMatch(/unexpected error/);
  } finally {
    site.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
    rmSync(dataDir, { recursive: true, force: true });
  }
});
