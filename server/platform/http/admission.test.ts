import Fastify from 'fastify';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { shedOverload } from './admission.ts';
import { answerError } from './answers.ts';

test('beyond what it can work on, a process answers 503 at once, for reads and writes, and takes more as soon as it can', async () => {
  const http = Fastify();
  http.setErrorHandler(answerError);
  shedOverload(http, 2);
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
  }
  expect((await fetch(`${base}/health`)).status).toBe(200);
  resolve('done');
  for (const answer of await Promise.all(held)) expect(await answer.text()).toBe('done');
  expect(await (await fetch(`${base}/inside`)).text()).toBe('well');
  await http.close();
});

test('when requests take too long, a hundred are let in at once and no more, until they are quick again', async () => {
  const http = Fastify();
  shedOverload(http);
  let ms = 900;
  http.get('/', async () => wait(ms, 'done'));
  const base = await http.listen({ host: '127.0.0.1', port: 0 });
  const crowd = async (size: number) => {
    const answers = await Promise.all(Array.from({ length: size }, async () => (await fetch(base)).status));
    return answers.filter((status) => status === 503).length;
  };
  expect(await crowd(150)).toBe(0); // nobody knew yet
  expect(await crowd(150)).toBe(50);
  ms = 0;
  await crowd(90);
  expect(await crowd(150)).toBe(0);
  await http.close();
});
