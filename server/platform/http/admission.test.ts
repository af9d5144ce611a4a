import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { createFront, frontedServer } from '../fast/front.ts';
import { shedOverload } from './admission.ts';

function serverOf(most?: number, mostOfOne?: number, unreadMs?: number) {
  const { front, around } = createFront(mostOfOne === undefined ? [] : ['127.0.0.1'], unreadMs);
  const http = Fastify({
    serverFactory: frontedServer(around, { keepAlive: 5000, request: 60_000, headers: 20_000 }),
  });
  const told: unknown[] = [];
  front.admit(shedOverload({ warn: (...line: unknown[]) => void told.push(line) } as never, most, mostOfOne));
  return { http, told };
}

test('answers 503 to reads and writes immediately above the limit, until it has room again', async () => {
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
    expect([
      shed.status,
      shed.headers.get('retry-after'),
      ((await shed.json()) as { error: string }).error,
    ]).toEqual([503, '2', 'unavailable']);
    expect([shed.headers.get('x-content-type-options'), shed.headers.get('cache-control')]).toEqual([
      'nosniff',
      'no-store',
    ]);
  }
  expect((await fetch(`${base}/health`)).status).toBe(200);
  await expect.poll(() => told).toHaveLength(1);
  resolve('done');
  for (const answer of await Promise.all(held)) expect(await answer.text()).toBe('done');
  expect(await (await fetch(`${base}/inside`)).text()).toBe('well');
  await http.close();
});

test('admits at most a hundred requests at a time while requests are slow', async () => {
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
  /** Sends `size` requests of which the admitted ones take `ms`, and returns how many are shed. */
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
  expect(await crowd(150, 900)).toBe(0); // No durations have been measured yet.
  expect(await crowd(150, 900)).toBe(50);
  for (let n = 0; n < 90; n++) await (await fetch(base)).text();
  expect(await crowd(150, 0)).toBe(0);
  await http.close();
});

async function idlers(base: string, count: number, head: string): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () =>
    connect(Number(new URL(base).port), '127.0.0.1').pause(),
  );
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  for (const socket of sockets) socket.on('error', () => {}).write(head);
  await wait(200);
  return sockets;
}

test('admits others while clients withhold a body or do not read their response', async () => {
  const { http } = serverOf(2);
  http.get('/', async () => 'done');
  http.get('/large', async () => Buffer.alloc(20_000_000));
  http.post('/api/tracking.php', async () => 'done');
  const base = await http.listen({ host: '127.0.0.1', port: 0 });
  const slow = [
    ...(await idlers(
      base,
      20,
      'POST /api/tracking.php HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n',
    )),
    ...(await idlers(base, 20, 'GET /large HTTP/1.1\r\nHost: a\r\n\r\n')),
  ];
  for (let n = 0; n < 3; n++) expect((await fetch(base)).status).toBe(200);
  for (const socket of slow) socket.destroy();
  await http.close();
});

test('closes the connection of a client that does not read its response, but no event stream', async () => {
  const { http } = serverOf(undefined, undefined, 100);
  const closed: string[] = [];
  http.addHook('onRequest', async ({ url, socket }) => void socket.once('close', () => closed.push(url)));
  http.get('/api/events.php', (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n');
  });
  http.get('/large', async () => Buffer.alloc(20_000_000));
  const base = await http.listen({ host: '127.0.0.1', port: 0 });
  // The stream is the older one, so it would be closed first.
  const unread = [
    ...(await idlers(base, 1, 'GET /api/events.php HTTP/1.1\r\nHost: a\r\n\r\n')),
    ...(await idlers(base, 2, 'GET /large HTTP/1.1\r\nHost: a\r\n\r\n')),
  ];
  await expect.poll(() => closed, { timeout: 20_000 }).toEqual(['/large', '/large']);
  for (const socket of unread) socket.destroy();
  await http.close();
}, 30_000);

test('limits the open requests of an internet address without affecting other addresses', async () => {
  const { http } = serverOf(undefined, 3);
  http.post('/', async () => 'done');
  http.get('/', async () => 'done');
  const base = await http.listen({ host: '127.0.0.1', port: 0 });
  const from = async (ip: string) => (await fetch(base, { headers: { 'x-forwarded-for': ip } })).status;
  const open = await idlers(
    base,
    3,
    'POST / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 93.184.216.34\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n',
  );
  expect([await from('93.184.216.34'), await from('93.184.216.35'), await from('10.0.0.1')]).toEqual([
    503, 200, 200,
  ]);
  for (const socket of open) socket.destroy();
  await expect.poll(() => from('93.184.216.34')).toBe(200);
  await http.close();
});

test('never sheds event streams of members or writers', () => {
  const { exempts, isStream } = shedOverload({ warn: () => {} });
  for (const url of ['/api/events.php', '/api/events.php?x=1', '/api/admin/desk-events'])
    expect([url, exempts(url), isStream(url)]).toEqual([url, true, true]);
  expect(exempts('/api/events.phpx')).toBe(false);
});
