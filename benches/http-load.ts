import { connect, type Socket } from 'node:net';

export interface LoadResult {
  done: number;
  refused: number;
  seconds: number;
  p50Ms: number;
  p99Ms: number;
}

export interface Load {
  port: number;
  connections: number;
  seconds: number;
  requests?: number;
  status: number;
  /** Other expected statuses, which count as refused and not as errors. */
  refusals?: readonly number[];
  perSecond?: number;
  next(connection: number): string | Buffer;
}

/**
 * Loads an HTTP server over keep-alive sockets, with one request at a time on each. Reads only the status and
 * length of responses, because on a small machine the driver must not be the bottleneck.
 */
export async function drive(load: Load): Promise<LoadResult> {
  const latencies: number[] = [];
  let done = 0;
  let refused = 0;
  let sent = 0;
  const began = performance.now();
  const end = began + load.seconds * 1000;
  const one = (index: number) =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({ port: load.port, host: '127.0.0.1', noDelay: true });
      let started = 0;
      let missing = -1; // bytes of the body still to come; -1 while in the head
      let head = '';
      let wanted = true;
      const send = () => {
        if (performance.now() >= end || sent >= (load.requests ?? Infinity)) return finish(socket, resolve);
        sent++;
        started = performance.now();
        socket.write(load.next(index));
      };
      socket.on('connect', send);
      socket.on('error', reject);
      socket.on('data', (chunk: Buffer) => {
        if (missing < 0) {
          head += chunk.toString('latin1');
          const at = head.indexOf('\r\n\r\n');
          if (at < 0) return;
          const length = /\r\ncontent-length: (\d+)/i.exec(head.slice(0, at + 2));
          if (!length) return reject(new Error(`An answer without a length: ${head.slice(0, 300)}`));
          missing = Number(length[1]) - (head.length - at - 4);
          wanted = head.slice(9, 12) === String(load.status);
          if (!wanted && !load.refusals?.includes(Number(head.slice(9, 12)))) {
            if (refused === 0) console.error(`Unexpected answer: ${head.slice(0, 600)}`);
          }
        } else missing -= chunk.length;
        if (missing > 0) return;
        // Latencies of expected responses only: refusals are cheap and would distort them.
        if (wanted) {
          done++;
          latencies.push(performance.now() - started);
        } else refused++;
        missing = -1;
        head = '';
        const due = load.perSecond ? began + (sent / load.perSecond) * 1000 - performance.now() : 0;
        if (due > 1) setTimeout(send, due);
        else send();
      });
    });
  await Promise.all(Array.from({ length: load.connections }, (_, i) => one(i)));
  const seconds = (performance.now() - began) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (share: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  return { done, refused, seconds, p50Ms: at(0.5), p99Ms: at(0.99) };
}

export const noted = <R extends { p50Ms: number; p99Ms: number }>(result: R): R & { note: string } => ({
  ...result,
  note: `p50 ${result.p50Ms.toFixed(1)} ms, p99 ${result.p99Ms.toFixed(1)} ms`,
});

function finish(socket: Socket, resolve: () => void) {
  socket.end();
  resolve();
}

export function requestOf(method: string, path: string, cookie: string, body?: string): string {
  const headers = { cookie: `auth=${cookie}`, 'x-request-type': 'client', accept: 'application/json' };
  if (body === undefined) return textOf(method, path, headers);
  return textOf(
    method,
    path,
    {
      ...headers,
      origin: 'http://localhost',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    },
    body,
  );
}

export function textOf(
  method: string,
  path: string,
  headers: Record<string, string | number>,
  body = '',
): string {
  let text = `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n`;
  for (const name in headers) text += `${name}: ${headers[name]}\r\n`;
  return `${text}\r\n${body}`;
}
