import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { closeWhenAnswered } from './drain.ts';

const HOUR_MS = 3_600_000;

/** A listening server with a call that responds on demand, and a raw connection to it. */
async function start() {
  const http = Fastify({ keepAliveTimeout: HOUR_MS });
  closeWhenAnswered(http, HOUR_MS);
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<string>();
  http.get('/', () => 'at once');
  http.get('/slow', () => {
    asked.resolve();
    return answer.promise;
  });
  const begun = Promise.withResolvers<void>();
  http.get('/begun', async (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-length': 'the rest'.length });
    reply.raw.flushHeaders();
    begun.resolve();
    reply.raw.end(await answer.promise);
  });
  await http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = http.server.address() as AddressInfo;
  const open = async (said = ''): Promise<Socket & { heard: string }> => {
    const socket = Object.assign(connect(port, '127.0.0.1'), { heard: '' });
    socket.on('data', (chunk) => (socket.heard += chunk.toString()));
    socket.on('error', () => {});
    await once(socket, 'connect');
    if (said) socket.write(said);
    return socket;
  };
  return { http, open, asked: asked.promise, begun: begun.promise, answer: answer.resolve };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;

test('ends unused and idle connections on close, and those with a partial request', async () => {
  const { http, open } = await start();
  const sockets = await Promise.all([open(), open(get('/')), open('GET / HTTP/1.1\r\nho')]);
  await expect.poll(() => sockets[1].heard, { timeout: 30_000 }).toContain('at once');
  const ended = Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve))));
  await http.close();
  await ended;
});

test('waits on close for a response in progress, then ends its connection', async () => {
  const { http, open, asked, answer } = await start();
  const socket = await open(get('/slow'));
  await asked;
  let closed = false;
  const closing = http.close().then(() => (closed = true));
  await new Promise(setImmediate);
  expect(closed).toBe(false);
  answer('worth the wait');
  await closing;
  await expect.poll(() => socket.heard, { timeout: 30_000 }).toContain('worth the wait');
});

test('answers one more request on each open connection while retiring, and accepts no new connections', async () => {
  const { http, open } = await start();
  const socket = await open(get('/'));
  await expect.poll(() => socket.heard, { timeout: 30_000 }).toContain('at once');
  const retired = http.retire(HOUR_MS);
  await expect(open()).rejects.toThrow();
  socket.heard = '';
  socket.write(get('/'));
  await expect.poll(() => socket.heard, { timeout: 30_000 }).toMatch(/connection: close[^]*at once/i);
  await retired;
  await http.close();
});

test('ends no connection while retiring before a response with `connection: close`', async () => {
  const { http, open, begun, answer } = await start();
  const socket = await open(get('/begun'));
  await begun;
  const retired = http.retire(HOUR_MS);
  answer('the rest');
  await expect.poll(() => socket.heard, { timeout: 30_000 }).toContain('the rest');
  expect(socket.heard).not.toMatch(/connection: close/i);
  socket.heard = '';
  socket.write(get('/'));
  await expect.poll(() => socket.heard, { timeout: 30_000 }).toMatch(/connection: close[^]*at once/i);
  await retired;
  await http.close();
});
