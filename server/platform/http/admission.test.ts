import Fastify from 'fastify';
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
