import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword, emailOf } from '#seeds/people.ts';
import { BUNDLE, startSite, type RunningSite } from '#support/running-site.ts';
import { redisProgram, startRedis, type TestRedis } from '#support/services/redis/redis.ts';

// PROCESSES: several processes behind one socket, started by one command and replaced while members use the
// site.

describe.skipIf(!redisProgram || process.platform !== 'linux')('a site of several processes', () => {
  let redis: TestRedis;
  let site: RunningSite;
  let cookie: string;

  beforeAll(async () => {
    redis = await startRedis();
    site = await startSite({ PROCESSES: '2', REDIS_URL: redis.url });
    while (!site.said().includes('Ready in')) await wait(50);
    const answer = await fetch(`${site.url}/api/user.php`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: emailOf('anna'), password: demoPassword }),
    });
    cookie = answer.headers.getSetCookie().find((line) => line.startsWith('auth='))!;
  });
  afterAll(async () => {
    await site?.remove();
    await redis?.kill();
  });

  const processes = () => childrenOf(site.pid()).filter((pid) => commandOf(pid).includes(BUNDLE));

  /**
   * Sends requests continuously over kept-alive and new connections, and collects the responses until it is
   * stopped.
   */
  function visitors() {
    let asking = true;
    const statuses = new Map<string, number>();
    const ask = async (headers: Record<string, string>) => {
      while (asking) {
        const status = await fetch(`${site.url}/api/user.php`, {
          headers: { cookie, 'x-request-type': 'client', ...headers },
        }).then(
          async (answer) => (await answer.text(), String(answer.status)),
          (error: Error) => String((error.cause as Error | undefined)?.message ?? error.message),
        );
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    const done = Promise.all([...Array.from({ length: 11 }, () => ask({})), ask({ connection: 'close' })]);
    return {
      answered: () => statuses.get('200') ?? 0,
      async stop() {
        asking = false;
        await done;
        return Object.fromEntries(statuses);
      },
    };
  }

  test('starts the configured number of processes, plus one for jobs', () => {
    expect(processes()).toHaveLength(3);
    expect(site.said()).toContain('2 processes answer, one runs the jobs');
  });

  test('replaces every process in turn on a signal without losing a request', async () => {
    const before = processes();
    const asking = visitors();
    await expect.poll(() => asking.answered()).toBeGreaterThan(20);
    process.kill(site.pid(), 'SIGUSR2');
    await expect.poll(() => site.said(), { timeout: 240_000 }).toContain('All processes are replaced.');
    const answeredThen = asking.answered();
    await expect.poll(() => asking.answered()).toBeGreaterThan(answeredThen + 20);
    expect(await asking.stop()).toEqual({ 200: expect.any(Number) });
    const after = processes();
    expect(after).toHaveLength(3);
    expect(after.filter((pid) => before.includes(pid))).toEqual([]);
  });

  test('replaces a process that died while the others keep serving', async () => {
    const before = processes();
    const victim = before.at(-1)!;
    process.kill(victim, 'SIGKILL');
    await expect.poll(() => processes().filter((pid) => pid !== victim).length, { interval: 100 }).toBe(3);
    await expect.poll(async () => (await fetch(`${site.url}/health`).catch(() => null))?.status).toBe(200);
  });

  test('shuts down the whole site cleanly with one signal', async () => {
    const all = processes();
    expect(await site.stop()).toBe(0);
    expect(all.filter((pid) => commandOf(pid).includes(BUNDLE))).toEqual([]);
  });
});

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
