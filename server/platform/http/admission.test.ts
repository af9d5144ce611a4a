import Fastify from 'fastify';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { shedOverload } from './admission.ts';
import { createFront, frontedServer } from './front.ts';

/** A server that works on so many requests at once. */
function serverOf(most?: number) {
  const { front, around } = createFront([]);
  const http = Fastify({ serverFactory: frontedServer(around, { keepAlive: 5000, request: 60_000, headers: 20_000 }) });
  const told: unknown[] = [];
  front.admit(shedOverload({ warn: (...line: unknown[]) => void told.push(line) } as never, most));
  return { http, told };
}

test('beyond what it can work on, a process answers 503 at once, for reads and writes, and takes more as soon as it can', async () => {
  const { http, told } = serverOf(2);
  const { promise, resolve } = Promise.withResolvers<string>();
  http.all('/slow', () => promise);
  http.get('/inside', async () => (await http.inject('/health')).payload);
  http.get('/health', async () => 'well');
  const base = await http.listen({ host: '127.0.0.1', port: 0 });
  const held = [fetch(`${base}/slow`), fetch(`${base}/slow`, { method: 'POST' })];
  await expect.poll(async () => (await fetch(`${base}/inside`)).status).toBe(503);
  for (const method of ['GET', 'POST']) {
    const shed = await fetch(`${base}/slow`, { method });
    expect([shed.status, shed.headers.get('retry-after'), ((await shed.json()) as { error: string }).error]).toEqual([503, '2', 'unavailable']);
    expect([shed.headers.get('x-content-type-options'), shed.headers.get('cache-control')]).toEqual(['nosniff', 'no-store']);
  }
  expect((await fetch(`${base}/health`)).status).toBe(200);
  await expect.poll(() => told).toHaveLength(1);
  resolve('done');
  for (const answer of await Promise.all(held)) expect(await answer.text()).toBe('done');
  expect(await (await fetch(`${base}/inside`)).text()).toBe('well');
  await http.close();
});

test('when requests take too long, a hundred are let in at once and no more, until they are quick again', async () => {
  const { http } = serverOf();
  let gate = Promise.withResolvers<void>();
  let inside = 0;
  http.get('/', async () => {
    inside++;
    await gate.promise;
    inside--;
    return 'done';
  });
  const base = await http.listen({ host: '127.0.0.1', port: 0 });
  /** How many of a crowd are turned away while the others are held for so long. */
  const crowd = async (size: number, ms: number) => {
    gate = Promise.withResolvers<void>();
    let refused = 0;
    const answers = Array.from({ length: size }, async () => {
      const { status } = await fetch(base);
      if (status === 503) refused++;
    });
    await expect.poll(() => inside + refused).toBe(size);
    await wait(ms);
    gate.resolve();
    await Promise.all(answers);
    await expect.poll(() => inside).toBe(0);
    return refused;
  };
  expect(await crowd(150, 900)).toBe(0); // nobody knew yet
  expect(await crowd(150, 900)).toBe(50);
  for (let n = 0; n < 90; n++) await (await fetch(base)).text();
  expect(await crowd(150, 0)).toBe(0);
  await http.close();
});
