import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword, emailOf } from '#seeds/people.ts';
import { reconcileLedger } from '#server/credits/index.ts';
import { openDatabase } from '#server/platform/database/index.ts';
import { runServer, startSite, type RunningSite } from '#support/running-site.ts';

let site: RunningSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());

interface Reply {
  status: number;
  body: Record<string, unknown>;
}

/** Makes a call with a cookie. Status 0 means no response. */
async function call(
  cookie: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Reply & { cookie: string }> {
  try {
    const answer = await fetch(site.url + path, {
      method,
      headers: {
        cookie,
        'x-request-type': 'client',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(90_000),
    });
    const set = answer.headers.getSetCookie().find((line) => line.startsWith('auth='));
    return {
      status: answer.status,
      body: (await answer.json().catch(() => ({}))) as Reply['body'],
      cookie: set?.split(';')[0] ?? cookie,
    };
  } catch {
    return { status: 0, body: {}, cookie };
  }
}

const logIn = async (login: string) =>
  call('', 'POST', '/api/user.php', { email: emailOf(login), password: demoPassword });

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('starts the whole site with one command and prints its address', async () => {
  // The site may be ready before it has printed everything.
  for (const words of [site.url, emailOf('anna'), demoPassword, '/admin/login?token=', '/dev/outbox'])
    await expect.poll(() => site.said()).toContain(words);
  expect((await logIn('anna')).status).toBe(200);
  expect((await fetch(site.url)).status).toBe(200);
});

test('shuts down event streams and database cleanly on a signal, and finds all data at the next start', async () => {
  const { cookie } = await logIn('anna');
  const stream = await fetch(`${site.url}/api/events.php`, { headers: { cookie } });
  expect(stream.status).toBe(200);
  const postgres = site.postgresPid();
  // A shutdown that times out exits with another code.
  expect(await site.stop()).toBe(0);
  expect(isAlive(postgres)).toBe(false);

  await site.start();
  expect((await call(cookie, 'GET', '/api/user.php')).body).toMatchObject({ email: emailOf('anna') });
});

test('rejects a second site on the same folder with one sentence', async () => {
  const second = runServer({ DATA_DIR: site.dataDir, PORT: '0', DEMO_MEMBERS: '0' });
  let said = '';
  second.stderr!.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(second, 'exit')) as [number];
  expect(code).toBe(1);
  expect(said.trim()).toMatch(/^Another Liaison \(process \d+\) already uses .*$/);
});

test('rejects production without real services with one sentence', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'liaison-production-'));
  const refused = runServer({ NODE_ENV: 'production', DATA_DIR: folder });
  let said = '';
  refused.stderr!.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(refused, 'exit')) as [number];
  rmSync(folder, { recursive: true, force: true });
  expect(code).toBe(1);
  expect(said.trim()).toMatch(/^Production needs SECRET: [^\n]+$/);
});

test('stores each acknowledged message once when killed under load, with a balanced ledger', async () => {
  const { cookie } = await logIn('anna');
  const { body: bram } = await logIn('bram');
  const acknowledged = new Set<string>();
  let writing = true;
  const write = async () => {
    for (let n = 0; writing && n < 200; n++) {
      // Without digits: a number in a first message may look like a telephone number, which has to be confirmed.
      const own = randomUUID().replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? digit);
      const text = `written while the lights went out ${own}`;
      const answer = await call(cookie, 'POST', '/api/chat.php', {
        profile: bram['id'],
        client_id: randomUUID(),
        text,
      });
      if (answer.status === 201) acknowledged.add(text);
      else if (answer.status !== 0)
        throw new Error(`Sending a message returned ${answer.status}: ${JSON.stringify(answer.body)}`);
    }
  };
  const writers = [write(), write(), write(), write()];
  await expect.poll(() => acknowledged.size).toBeGreaterThan(4);
  await site.kill();
  writing = false;
  await Promise.all(writers);

  await site.start();
  const texts: string[] = [];
  let before: number | undefined;
  for (;;) {
    const page = await call(
      cookie,
      'GET',
      `/api/chat.php?profile=${bram['id']}${before ? `&before=${before}` : ''}`,
    );
    const messages = page.body['messages'] as { id: number; text: string }[];
    texts.push(...messages.map(({ text }) => text));
    if (!page.body['has_more']) break;
    before = Math.min(...messages.map(({ id }) => id));
  }
  for (const text of acknowledged) expect(texts.filter((found) => found === text)).toHaveLength(1);
  expect(await ledgerFaults()).toEqual([]);
});

async function ledgerFaults() {
  const { db, close } = openDatabase({ url: site.databaseUrl(), size: 1, pooler: 'none' });
  const { faults } = await reconcileLedger(db);
  await close();
  return faults;
}

test('answers 503 within the timeout while the database hangs, and recovers', async () => {
  const { cookie } = await logIn('anna');
  const postgres = site.postgresPid();
  const backends = await childrenOf(postgres);
  for (const pid of [postgres, ...backends]) process.kill(pid, 'SIGSTOP');
  try {
    // The database hangs until the test resumes it, so only the timeout can produce this response.
    const answer = await call(cookie, 'GET', '/api/likes.php');
    expect(answer).toMatchObject({ status: 503, body: { error: 'unavailable' } });
  } finally {
    for (const pid of [postgres, ...backends]) process.kill(pid, 'SIGCONT');
  }
  await recovered(cookie);
});

test('restarts a PostgreSQL that died, and recovers', async () => {
  const { cookie } = await logIn('anna');
  process.kill(site.postgresPid(), 'SIGKILL');
  await recovered(cookie);
});

async function recovered(cookie: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if ((await call(cookie, 'GET', '/api/likes.php')).status === 200) return;
    await wait(200);
  }
  throw new Error(`The site did not recover: ${site.said()}`);
}

async function childrenOf(pid: number): Promise<number[]> {
  const { readFile } = await import('node:fs/promises');
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return list.trim().split(' ').filter(Boolean).map(Number);
}
